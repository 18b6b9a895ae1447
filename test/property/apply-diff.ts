/** The text after a unified diff of one file, as `patch` would make it; throws where a line does not fit. */
export function applyDiff(text: string, diff: string): string {
  const old = text.split('\n');
  const result: string[] = [];
  let at = 0;
  const lines = diff.split('\n').slice(2, -1);
  for (let index = 0; index < lines.length; ) {
    const [, from, length, , grown] = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(lines[index] ?? '') ?? [];
    if (from === undefined) throw new Error(`no hunk: ${lines[index]}`);
    while (at < Number(from) - 1) result.push(old[at++] ?? '');
    const seen = { old: 0, new: 0 };
    for (index++; index < lines.length && !lines[index]?.startsWith('@@ '); index++) {
      const [mark, rest] = [lines[index]?.[0], lines[index]?.slice(1)];
      if (mark === '\\') continue;
      if (mark === ' ' || mark === '-') {
        if (old[at] !== rest)
          throw new Error(`line ${at + 1} is ${JSON.stringify(old[at])}, not ${JSON.stringify(rest)}`);
        at++;
        seen.old++;
      }
      if (mark === ' ' || mark === '+') {
        result.push(rest ?? '');
        seen.new++;
      }
    }
    if (seen.old !== Number(length) || seen.new !== Number(grown)) throw new Error('the counts of a hunk are wrong');
  }
  return [...result, ...old.slice(at)].join('\n');
}
