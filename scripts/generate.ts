import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedSchemas } from './generated-schemas.ts';

const folder = new URL('../schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, text] of generatedSchemas()) writeFileSync(new URL(file, folder), text);
