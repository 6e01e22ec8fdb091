import { killScript } from "./kill-script.ts";

/**
 * Runs the line `$1`, and beside it a watch that ends its tree after `$2` seconds if nobody else does: it holds when the provider is dead. `$3` is
 * the pattern of the command's mark. The shell's own remarks about killed processes are none of the command's output.
 */
export const commandScript = `
exec 3>&2 2>/dev/null
/bin/sh -c "$4" watch "$2" "$3" </dev/null >/dev/null 3>&- &
watch=$!
/bin/sh -c "$1" 2>&3 3>&- </dev/null
code=$?
kill -TERM $watch
wait $watch
exit $code
`;

/** The watch: `$1` seconds, `$2` the pattern. Its sleep ends with it. */
export const watchScript: string = `
trap 'kill -KILL $!; exit 0' TERM
sleep "$1" &
wait $!
set -- "$2"
${killScript}
`;
