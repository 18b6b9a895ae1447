export type { ManifestFiles } from './file-system.js';
export { diskFiles } from './file-system.js';
export { manifestJsonSchema, projectJsonSchema } from './json-schema.js';
export { writeLineage } from './lineage.js';
export type { LoadedManifests, ManifestInput } from './load-manifests.js';
export { loadManifests } from './load-manifests.js';
export type { LoadedProject } from './project.js';
export { loadProject, PROJECT_FILE } from './project.js';
