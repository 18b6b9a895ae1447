/** As in `engines` of package.json. */
export const REQUIRED_NODE = '20.19';

/** What is wrong with this version of Node; undefined where it will do. In syntax that old versions read. */
export function nodeTooOld(version: string): string | undefined {
  const [major, minor] = numbersOf(version);
  const [leastMajor, leastMinor] = numbersOf(REQUIRED_NODE);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Adwright needs Node ${REQUIRED_NODE} or newer; this is Node ${version}.`;
}

function numbersOf(version: string): readonly [number, number] {
  const parts = version.split('.').map(Number);
  return [parts[0] || 0, parts[1] || 0];
}
