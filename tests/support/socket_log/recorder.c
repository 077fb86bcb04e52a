/* Writes down every socket that a program opens, one line each: process, family, type. Preloaded, it is found before
 * libc by everything that calls socket() or socketpair(), Python and Qt included; children inherit it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void record(int family, int type)
{
    const char *path = getenv("GALLEY_SOCKET_LOG");
    if (path == NULL)
        return;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        abort(); /* a test that cannot look must not pass */
    char line[64];
    int length = snprintf(line, sizeof line, "%d %d %d\n", (int)getpid(), family, type);
    if (write(file, line, (size_t)length) != length)
        abort();
    close(file);
}

int socket(int family, int type, int protocol)
{
    record(family, type);
    return (int)syscall(SYS_socket, family, type, protocol);
}

int socketpair(int family, int type, int protocol, int ends[2])
{
    record(family, type);
    return (int)syscall(SYS_socketpair, family, type, protocol, ends);
}
