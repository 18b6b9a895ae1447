// npx jiti scripts/package/release-notes.ts [TAG]
// Prints the notes of the version in package.json, as CHANGELOG.md has them. Fails where the tag is not `v` and that version.
import { readFileSync } from 'node:fs';
import { sectionOf } from './changelog.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [tag = `v${version}`] = process.argv.slice(2);
if (tag !== `v${version}`) throw new Error(`the tag ${tag} is not v${version}, the version in package.json`);
process.stdout.write(sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version));
