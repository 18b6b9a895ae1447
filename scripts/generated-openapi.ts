import { openApiDocument } from '../src/contract/openapi/document.js';

/** schemas/openapi.json: the interface as an OpenAPI document. A test compares it with what is there. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
}
