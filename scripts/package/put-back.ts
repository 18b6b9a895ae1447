import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where prepack.ts keeps the files that it changes. */
export const KEPT = '.pack';

export function putBack(root: string): void {
  if (!existsSync(join(root, KEPT))) return;
  cpSync(join(root, KEPT), root, { recursive: true });
  rmSync(join(root, KEPT), { recursive: true });
}
