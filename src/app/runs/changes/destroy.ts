import { type Outcome, result } from '../../outcome.js';

const TEXT = `There is no \`destroy\`: the interface cannot delete anything.

What to do instead:
  - keywords: set \`status: pause\` in the manifest, then plan and apply
  - groups and rich creatives: pause or delete them in the console, and name them in \`forgotten:\`
  - apps and pictures: remove them in the console, and name them in \`forgotten:\`
`;

export async function destroy(): Promise<Outcome> {
  return result(TEXT, { formatVersion: '1.0', error: { code: 'no-destroy', message: TEXT }, diagnostics: [] }, 'error');
}
