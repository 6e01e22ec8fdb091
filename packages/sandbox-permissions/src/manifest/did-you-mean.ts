/** The known word that an unknown one is most likely a slip of; undefined where none is near. */
export function nearestWord(unknown: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(Math.min(unknown.length, 64) / 3));
  const near = known.map((word) => ({ word, distance: editDistance(unknown.slice(0, 64).toLowerCase(), word.toLowerCase()) })).filter(({ distance }) => distance <= most);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.word;
}

/** Levenshtein's distance: how many letters must be put in, left out or changed. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
