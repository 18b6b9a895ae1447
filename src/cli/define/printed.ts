/** What a library prints that knows no other way out than the console. */
export function printed(write: () => void): readonly string[] {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => lines.push(line);
  try {
    write();
  } finally {
    console.log = log;
  }
  return lines;
}
