import type { BackendDefinition } from './backends/backend-definition.js';
import { file } from './backends/file/index.js';
import { git } from './backends/git/index.js';
import { gitlab } from './backends/gitlab/index.js';
import { postgres } from './backends/postgres/index.js';
import { s3 } from './backends/s3/index.js';

/** Where a state can be kept, by the word in the project file. Their code is loaded when one is opened. */
export const BACKENDS: ReadonlyMap<string, BackendDefinition> = new Map(
  Object.entries({ file, git, postgres, s3, gitlab }),
);

export const DEFAULT_BACKEND = 'file';

/** The project file was checked: only names of the registry get here. */
export function backendNamed(name: string): BackendDefinition {
  const found = BACKENDS.get(name);
  if (found === undefined) throw new Error(`there is no backend ${name}`);
  return found;
}
