const FENCE = /^ {0,3}(```+|~~~+)/;
const START = /https?:\/\//gi;

/**
 * The http and https links of a Markdown text, each once, with the line (from 1) where it stands first: inline links,
 * references, `<...>` and bare addresses. What stands in code is no link. Fragments are left out: no server sees them.
 */
export function findLinks(markdown) {
  const found = new Map();
  let fence;
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      if (mark !== undefined) fence = mark;
      else for (const url of linksOfLine(withoutCode(line))) if (!found.has(url)) found.set(url, { url, line: index + 1 });
    } else if (mark?.[0] === fence[0] && mark.length >= fence.length) fence = undefined;
  }
  return [...found.values()];
}

/** A line with its code spans left out: a run of backticks closes at the next run of the same length. */
function withoutCode(line) {
  const parts = line.split(/(`+)/);
  // Backwards, so that each run knows the next one of its length when it is reached. Runs stand at odd places.
  const next = new Map();
  const closes = [];
  for (let at = parts.length - 2; at > 0; at -= 2) {
    closes[at] = next.get(parts[at].length);
    next.set(parts[at].length, at);
  }
  let text = "";
  for (let at = 0; at < parts.length; at++) {
    text += at % 2 === 0 ? parts[at] : " ";
    at = closes[at] ?? at;
  }
  return text;
}

function* linksOfLine(line) {
  const start = new RegExp(START);
  for (let match = start.exec(line); match !== null; match = start.exec(line)) {
    const text = addressAt(line, match.index);
    start.lastIndex = match.index + text.length;
    if (URL.canParse(text)) yield text.split("#", 1)[0];
  }
}

/** The address that starts at `start`: to a space or quote, or to the bracket that closes one from before it. */
function addressAt(line, start) {
  let depth = 0;
  let end = start;
  for (; end < line.length; end++) {
    const char = line[end];
    if (/[\s<>"`]/.test(char)) break;
    if (char === "(" || char === "[") depth++;
    else if ((char === ")" || char === "]") && depth-- === 0) break;
  }
  const text = line.slice(start, end);
  // Outside brackets, a sentence's own marks are not part of the address.
  const bracketed = "(<[".includes(line[start - 1] ?? " ");
  return bracketed ? text : text.replace(/[.,;:!?'*_]{1,16}$/, "");
}
