/** Variable that every process of a command has: `/command/tag/`. Neither part can hold a slash, so both are found whole. */
export const MARK_VARIABLE = "AMBIT_MARK";

/** A command's mark. */
export function markOf(command: string, tag: string): string {
  return `/${command}/${tag}/`;
}

/** What is to be ended: one command, the commands of some tags, or all. */
export type KillTarget = { readonly command: string } | { readonly tags: readonly string[] } | "all";

/** Patterns of the shell for the marks of a target. */
export function killPatterns(target: KillTarget): string[] {
  if (target === "all") return [`*${MARK_VARIABLE}=/*/*/*`];
  if ("command" in target) return [`*${MARK_VARIABLE}=/${target.command}/*/*`];
  return target.tags.map((tag) => `*${MARK_VARIABLE}=/*/${tag}/*`);
}

/**
 * Ends every process whose mark has one of the patterns in `$*`, with those that they started and those of their sessions. Processes are
 * stopped first, round after round until a look finds no new one, and then killed. Builtins of the shell alone: where a flood of
 * processes is to be ended, no other program can be started. Exit code 0: nothing is left.
 */
export const killScript: string = String.raw`
me=$$ patterns="$*" found= round=0
marked() {
  set -f
  while IFS= read -r line || [ -n "$line" ]; do
    for pattern in $patterns; do
      case $line in $pattern) set +f; return 0 ;; esac
    done
    line=
  done < "$1"
  set +f
  return 1
}
look() {
  fresh=
  for folder in /proc/[0-9]*; do
    pid=${"$"}{folder#/proc/}
    [ "$pid" = "$me" ] || [ "$pid" = 1 ] && continue
    [ "$1" = new ] && case "$found " in *" $pid "*) continue ;; esac
    { IFS= read -r stat < "$folder/stat"; } 2>/dev/null || continue
    set -- "$1" ${"$"}{stat##*) }
    case $2 in Z | X) continue ;; esac
    # Its own number, its parent's, or its session's: fields after the name.
    case "$found " in *" $pid "* | *" $3 "* | *" $5 "*) ;; *) marked "$folder/environ" 2>/dev/null || continue ;; esac
    fresh="$fresh $pid"
  done
}
while [ $round -lt 400 ]; do
  round=$((round + 1))
  look new
  if [ -n "$fresh" ]; then
    kill -STOP $fresh 2>/dev/null
    found="$found$fresh"
    continue
  fi
  [ -n "$found" ] && kill -KILL $found 2>/dev/null
  look all
  [ -z "$fresh" ] && exit 0
done
exit 1
`;
