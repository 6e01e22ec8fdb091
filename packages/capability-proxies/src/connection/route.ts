/**
 * Where a connection to a host is really made, after its addresses were judged as ever: a test's server, standing in for a
 * public one. Undefined for a host that is dialled as it is. Only the `testing` entry point can set one.
 */
export type Route = (host: string) => { readonly address: string; readonly port: number } | undefined;
