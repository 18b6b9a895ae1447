import type { CodeFacts } from './code-facts.js';
import { CLI_CODES } from './codes/cli.js';
import { IMAGE_CODES } from './codes/images.js';
import { MANIFEST_CODES } from './codes/manifest.js';
import { MANIFEST_FILE_CODES } from './codes/manifest-files.js';
import { PLAN_CODES } from './codes/plan.js';
import { PROJECT_CODES } from './codes/project.js';
import { QUERY_CODES } from './codes/queries.js';
import { SERVICE_CODES } from './codes/service.js';
import { STATE_CODES } from './codes/state.js';
import { TABLE_CODES } from './codes/tables.js';
import { YAML_CODES } from './codes/yaml.js';

/** Every diagnostic that Adwright can give. The union is closed: a code outside this table does not compile. */
export const DIAGNOSTIC_CODES = {
  ...CLI_CODES,
  ...PROJECT_CODES,
  ...MANIFEST_FILE_CODES,
  ...YAML_CODES,
  ...MANIFEST_CODES,
  ...TABLE_CODES,
  ...IMAGE_CODES,
  ...SERVICE_CODES,
  ...PLAN_CODES,
  ...STATE_CODES,
  ...QUERY_CODES,
} as const satisfies Record<string, CodeFacts>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
