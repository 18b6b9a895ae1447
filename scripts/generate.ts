import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { diagnosticsPage } from './generated-diagnostics.js';
import { withFields } from './generated-fields.js';
import { openApiText } from './generated-openapi.js';
import { generatedSchemas } from './generated-schemas.js';
import { withSwitches } from './generated-switches.js';
import { interfaceCoverage } from './interface-coverage.js';

const root = new URL('../', import.meta.url);
mkdirSync(new URL('schemas/', root), { recursive: true });
for (const [file, text] of generatedSchemas()) writeFileSync(new URL(`schemas/${file}`, root), text);
writeFileSync(new URL('docs/interface-coverage.md', root), interfaceCoverage());
writeFileSync(new URL('docs/diagnostics.md', root), diagnosticsPage());
writeFileSync(new URL('schemas/openapi.json', root), openApiText());
const sandboxPage = new URL('docs/sandbox.md', root);
writeFileSync(sandboxPage, withSwitches(readFileSync(sandboxPage, 'utf8')));
const manifestPage = new URL('docs/manifests.md', root);
writeFileSync(manifestPage, withFields(readFileSync(manifestPage, 'utf8')));
