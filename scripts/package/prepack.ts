// Before `npm pack` and `npm publish`: the links of the Markdown files. npm packs the files of the work tree, so they are
// changed there; postpack.ts puts them back. That is done first here too, for a pack that was killed.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPacked, type PackageFile, packedText } from './links.js';
import { KEPT, putBack } from './put-back.js';

const root = process.cwd();
putBack(root);
const manifest: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => isPacked(name, manifest.files));
for (const entry of top) {
  const files = entry.isDirectory()
    ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((file) => join(entry.name, file))
    : [entry.name];
  for (const file of files.filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(join(root, file), 'utf8');
    const packed = packedText(text, file.replaceAll('\\', '/'), manifest);
    if (packed === text) continue;
    mkdirSync(dirname(join(root, KEPT, file)), { recursive: true });
    copyFileSync(join(root, file), join(root, KEPT, file));
    writeFileSync(join(root, file), packed);
  }
}
