/** What the changelog says about a version: the lines below its heading, up to the next one. */
export function sectionOf(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^(?=## \[)/m);
  const section = sections.find((one) => one.startsWith(`## [${version}]`));
  const text = section?.slice(section.indexOf('\n') + 1).trim() ?? '';
  if (text === '') throw new Error(`CHANGELOG.md says nothing about version ${version}`);
  return `${text}\n`;
}
