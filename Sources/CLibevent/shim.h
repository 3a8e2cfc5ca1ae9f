#ifndef TATAMI_CLIBEVENT_SHIM_H
#define TATAMI_CLIBEVENT_SHIM_H

/* The system's types (timeval, sockaddr) are taken from the module in which Swift has them. Else
   libevent's headers would declare them once more, and differently: they define _GNU_SOURCE. */
#pragma clang module import SwiftGlibc

#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>

#endif
