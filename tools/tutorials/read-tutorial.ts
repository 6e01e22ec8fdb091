/** One step of a tutorial, as its page has it. */
export type TutorialStep =
  /** Write a file. */
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  /** Run commands; `output` is what the page says they print, where it says it. */
  | { readonly kind: "commands"; readonly text: string; readonly output: string | undefined; readonly line: number };

const FENCE = /^```(\S*) *(.*)$/;

/**
 * The steps of a page, in order: a block with `file=path` beside its language is a file, a `sh` block is commands, and a `text`
 * block after it is their output. Other blocks are for reading alone.
 */
export function readTutorial(markdown: string): readonly TutorialStep[] {
  const steps: TutorialStep[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const [, language = "", info = ""] = FENCE.exec(lines[at] ?? "") ?? [];
    if (language === "") continue;
    const end = lines.indexOf("```", at + 1);
    if (end < 0) throw new Error(`The block of line ${at + 1} has no end.`);
    const text = lines.slice(at + 1, end).join("\n");
    addStep(steps, { language, info, text, line: at + 1 });
    at = end;
  }
  return steps;
}

function addStep(steps: TutorialStep[], { language, info, text, line }: { readonly language: string; readonly info: string; readonly text: string; readonly line: number }): void {
  const path = /^file=(\S+)$/.exec(info)?.[1];
  if (path !== undefined) steps.push({ kind: "file", path, text: `${text}\n` });
  else if (language === "sh") steps.push({ kind: "commands", text, output: undefined, line });
  else if (language === "text") giveOutput(steps, text, line);
}

function giveOutput(steps: TutorialStep[], output: string, line: number): void {
  const last = steps.pop();
  if (last?.kind !== "commands" || last.output !== undefined) throw new Error(`The text block of line ${line} follows no commands.`);
  steps.push({ ...last, output });
}
