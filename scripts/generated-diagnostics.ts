import type { CodeFacts } from '../src/diagnostics/code-facts.js';
import { CLI_CODES } from '../src/diagnostics/codes/cli.js';
import { IMAGE_CODES } from '../src/diagnostics/codes/images.js';
import { MANIFEST_CODES } from '../src/diagnostics/codes/manifest.js';
import { MANIFEST_FILE_CODES } from '../src/diagnostics/codes/manifest-files.js';
import { PLAN_CODES } from '../src/diagnostics/codes/plan.js';
import { PROJECT_CODES } from '../src/diagnostics/codes/project.js';
import { QUERY_CODES } from '../src/diagnostics/codes/queries.js';
import { SERVICE_CODES } from '../src/diagnostics/codes/service.js';
import { STATE_CODES } from '../src/diagnostics/codes/state.js';
import { TABLE_CODES } from '../src/diagnostics/codes/tables.js';
import { YAML_CODES } from '../src/diagnostics/codes/yaml.js';

const AREAS: readonly (readonly [title: string, codes: Readonly<Record<string, CodeFacts>>])[] = [
  ['The project file', PROJECT_CODES],
  ['Manifest files', MANIFEST_FILE_CODES],
  ['YAML', YAML_CODES],
  ['Entries of manifests', MANIFEST_CODES],
  ['Tables and keyword files', TABLE_CODES],
  ['Images and files on the web', IMAGE_CODES],
  ['Planning', PLAN_CODES],
  ['The state', STATE_CODES],
  ['The service', SERVICE_CODES],
  ['Queries and reports', QUERY_CODES],
  ['The command line', CLI_CODES],
];

const HEAD = `# Diagnostics

Everything that Adwright reports has a code, and every code has one summary and one piece of advice, whatever the case; what is
particular to the case is in the message. Errors end the command with exit code 1 (other codes: [commands.md](commands.md)),
warnings and notes do not. \`adwright validate --format text|json|github|sarif\` prints them for people, programs, pull requests and
code scanning.

Generated from \`src/diagnostics/codes/\` by \`npm run generate\`; do not edit.
`;

/** The text of `docs/diagnostics.md`. A test compares it with what is there. */
export function diagnosticsPage(): string {
  const sections = AREAS.map(([title, codes]) => {
    const rows = Object.entries(codes).map(
      ([code, { severity, summary, help }]) =>
        `| \`${code}\` | ${severity === 'info' ? 'note' : severity} | ${cell(summary)} | ${cell(help)} |`,
    );
    return [`## ${title}`, '', '| code | is | means | what to do |', '|---|---|---|---|', ...rows, ''].join('\n');
  });
  return [HEAD, ...sections].join('\n');
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s*\n\s*/g, ' ');
}
