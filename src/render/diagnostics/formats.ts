import type { FindingsFormat } from './findings-format.js';

/** Every form in which findings are printed, by the word on the command line: a file next to this one, and a line here. */
export const FINDINGS_FORMATS: ReadonlyMap<string, FindingsFormat> = new Map(
  Object.entries({
    text: { help: 'text', load: async () => (await import('./text.js')).asText },
    json: { help: 'json', load: async () => (await import('./json.js')).asJson },
    github: { help: 'github (annotations)', load: async () => (await import('./github.js')).asGithub },
    sarif: { help: 'sarif', load: async () => (await import('./sarif.js')).asSarif },
  }),
);
