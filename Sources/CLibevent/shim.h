#ifndef TATAMI_CLIBEVENT_SHIM_H
#define TATAMI_CLIBEVENT_SHIM_H

#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>

#endif
