import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** Puts the licences of the packages that became part of the bundle next to it: their authors ask for no less. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const folders = new Map<string, string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const module of chunk.moduleIds) {
          const [, folder, name] = PACKAGE.exec(module.replaceAll('\\', '/')) ?? [];
          if (folder !== undefined && name !== undefined) folders.set(name, folder);
        }
      }
      const texts = [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, folder]) => notice(name, folder));
      this.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source: texts.join('\n') });
    },
  };
}

function notice(name: string, folder: string): string {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one) && existsSync(join(folder, one)));
  if (file === undefined) throw new Error(`${name} is bundled and has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
