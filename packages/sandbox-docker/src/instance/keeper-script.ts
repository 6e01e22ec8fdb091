/** Where the folder with the gate's socket is inside. */
export const GATE_FOLDER = "/run/ambit";
const PORT = 3128;

/** How programs learn of the gate. */
export const gateEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [...["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"].map((name) => [name, `http://127.0.0.1:${PORT}`]), ["NODE_USE_ENV_PROXY", "1"]],
);

const relay = `const net = require("net");
net.createServer({ allowHalfOpen: true }, (inner) => {
  const outer = net.connect({ path: "${GATE_FOLDER}/gate", allowHalfOpen: true });
  const end = () => { inner.destroy(); outer.destroy(); };
  for (const each of [inner, outer]) each.on("error", end).on("close", end);
  inner.pipe(outer).pipe(inner);
}).listen(${PORT}, "127.0.0.1");`;

/** The port as the kernel's table of sockets has it. */
const PORT_DIGITS = PORT.toString(16).toUpperCase().padStart(4, "0");

/** Waits until the relay takes connections; exit code 1 where it does not for ten seconds. */
export const relayWaitScript: string = `tries=0
while [ $tries -lt 200 ]; do
  tries=$((tries + 1))
  while read -r line; do case $line in *":${PORT_DIGITS} "*" 0A "*) exit 0 ;; esac; done < /proc/net/tcp
  sleep 0.05
done
exit 1`;

/** Exit code of a keeper whose image has nothing to reach the gate with. */
export const NO_RELAY = 69;

/** Keeps a container alive, and nothing else. */
export const keeperScript = `trap 'exit 0' TERM INT
while :; do sleep 3600 & wait $!; done`;

/** Keeps a container alive, with a relay from its loopback to the gate's socket: programs speak to proxies by TCP alone. */
export const gateKeeperScript: string = `trap 'exit 0' TERM INT
if command -v node >/dev/null 2>&1; then relay() { node -e '${relay}'; }
elif command -v socat >/dev/null 2>&1; then relay() { socat TCP-LISTEN:${PORT},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${GATE_FOLDER}/gate; }
else exit ${NO_RELAY}
fi
while :; do relay & wait $!; sleep 1 & wait $!; done`;
