import type { Command, Option } from "commander";

/** The shells that completion is offered for. */
export const shells: readonly string[] = ["bash", "zsh", "fish"];

/** A script that completes the commands and options of a program in a shell. It is made from the program itself. */
export function completionScript(shell: string, program: Command): string {
  if (shell === "fish") return fish(program);
  return shell === "zsh" ? zsh(program) : bash(program);
}

function bash(program: Command): string {
  const cases = program.commands.map((command) => `    ${command.name()}) words="${flags(command).join(" ")}" ;;`);
  const name = program.name();
  return [
    `# ${name}: source <(${name} completion bash)`,
    `_${name}() {`,
    "  local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"",
    `  if [ "$COMP_CWORD" -eq 1 ]; then words="${program.commands.map((command) => command.name()).join(" ")}"`,
    "  else case \"${COMP_WORDS[1]}\" in",
    ...cases,
    "    esac",
    "  fi",
    "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))",
    "  case \"$word\" in -*) ;; *) [ \"$COMP_CWORD\" -gt 1 ] && COMPREPLY+=($(compgen -d -- \"$word\")) ;; esac",
    "}",
    `complete -F _${name} ${name}`,
    "",
  ].join("\n");
}

function zsh(program: Command): string {
  const name = program.name();
  const commands = program.commands.map((command) => `    ${quoted(`${command.name()}:${command.description()}`)}`);
  const cases = program.commands.map((command) => `    ${command.name()}) _arguments ${command.options.filter(isLong).map((option) => quoted(zshOption(option))).join(" ")} '*:folder:_files -/' ;;`);
  return [`#compdef ${name}`, `_${name}() {`, "  local -a commands=(", ...commands, "  )", "  if (( CURRENT == 2 )); then _describe command commands; return; fi", "  local command=$words[2]", "  shift words; (( CURRENT-- ))", "  case $command in", ...cases, "  esac", "}", `compdef _${name} ${name}`, ""].join("\n");
}

function fish(program: Command): string {
  const name = program.name();
  const lines = program.commands.flatMap((command) => [
    `complete -c ${name} -f -n __fish_use_subcommand -a ${command.name()} -d ${quoted(command.description())}`,
    ...command.options.filter(isLong).map((option) => `complete -c ${name} -n "__fish_seen_subcommand_from ${command.name()}" -l ${option.long?.slice(2)} -d ${quoted(option.description)}${takesValue(option) ? " -r" : ""}`),
  ]);
  return [...lines, ""].join("\n");
}

function flags(command: Command): readonly string[] {
  return command.options.filter(isLong).map(({ long }) => long ?? "");
}

function isLong({ long }: Option): boolean {
  return long !== undefined && long !== null;
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function zshOption(option: Option): string {
  const description = option.description.replaceAll(/[[\]:]/g, " ");
  return `${option.long}[${description}]${takesValue(option) ? ":value:" : ""}`;
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
