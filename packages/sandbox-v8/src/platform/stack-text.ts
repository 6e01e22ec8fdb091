/** A stack frame as the engine describes it. */
interface Frame {
  getFileName(): string | null | undefined;
  toString(): string;
}

/** Modules of the thread around the plugin. */
const OUTER = /^(file:|node:|ambit:)/;

/** Keeps the frames of the thread around the plugin out of its stacks. */
export function hideOuterFrames(): void {
  const prepare = (error: Error, frames: readonly Frame[]): string => {
    const own = frames.filter((frame) => !OUTER.test(frame.getFileName() ?? ""));
    return [`${error.name}: ${error.message}`, ...own.map((frame) => `    at ${frame.toString()}`)].join("\n");
  };
  Object.defineProperty(Error, "prepareStackTrace", { value: prepare, writable: true, configurable: true });
}
