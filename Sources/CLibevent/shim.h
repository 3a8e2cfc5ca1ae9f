#ifndef TATAMI_CLIBEVENT_SHIM_H
#define TATAMI_CLIBEVENT_SHIM_H

/* First: libevent's configuration defines _GNU_SOURCE, which would make the system's types (fd_set)
   differ from those that Swift's own Glibc module has seen. */
#include <sys/types.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>

#endif
