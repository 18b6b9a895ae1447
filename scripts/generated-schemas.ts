import { appSection } from '../src/kinds/app/schema.js';
import { groupSection } from '../src/kinds/group/schema.js';
import { keywordSection } from '../src/kinds/keyword/schema.js';
import { pictureSection } from '../src/kinds/picture/schema.js';
import { richCreativeSection } from '../src/kinds/rich-creative/schema.js';
import { manifestJsonSchema, projectJsonSchema } from '../src/manifest/json-schema.js';

/** The files of `schemas/` that are made from the sources, by name. A test compares them with what is there. */
export function generatedSchemas(): ReadonlyMap<string, string> {
  const sections = [groupSection, keywordSection, richCreativeSection, appSection, pictureSection];
  const schemas = { manifest: manifestJsonSchema(sections), project: projectJsonSchema() };
  return new Map(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify(schema, undefined, 2)}\n`,
    ]),
  );
}
