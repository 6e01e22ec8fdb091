import { errno, type Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";

/** The socket functions of preview1. No guest ever holds a socket, so none of them does anything. */
export interface SockFunctions {
  sock_accept(fd: number, flags: number, result: number): Errno;
  sock_recv(fd: number, list: number, count: number, flags: number, bytes: number, resultFlags: number): Errno;
  sock_send(fd: number, list: number, count: number, flags: number, bytes: number): Errno;
  sock_shutdown(fd: number, how: number): Errno;
}

/** Makes them for one guest. */
export function sockFunctions({ table }: HostState): SockFunctions {
  const notSocket = (fd: number): Errno => (table.get(fd >>> 0) === undefined ? errno.BADF : errno.NOTSOCK);
  return {
    sock_accept: (fd) => (table.get(fd >>> 0) === undefined ? errno.BADF : errno.NOTSUP),
    sock_recv: notSocket,
    sock_send: notSocket,
    sock_shutdown: notSocket,
  };
}
