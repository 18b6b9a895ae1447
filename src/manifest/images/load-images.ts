import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { FieldPath, ImageReference, ImageRule } from '../../model/index.js';
import { dropped } from '../dropped.js';
import type { SectionPart } from '../entries.js';
import { writtenPath } from '../entries.js';
import type { ManifestFiles } from '../file-system.js';
import type { Report } from '../report.js';
import { inDocument } from '../report.js';
import { type Folders, findImage } from './image-path.js';
import { checkImageRule } from './image-rules.js';
import { typeName } from './image-type.js';
import { type LoadedImage, loadImage } from './load-image.js';

type Tell = (code: DiagnosticCode, detail: string) => void;

/** How many images are decoded at a time. */
const AT_ONCE = 4;

/** Finds, decodes and checks every image that the parts refer to, and puts the values into the parts. */
export async function loadImages(
  root: string,
  parts: readonly SectionPart[],
  files: ManifestFiles,
  report: Report,
): Promise<void> {
  const folders: Folders = new Map();
  const loaded = new Map<string, Promise<LoadedImage>>();
  const work: (() => Promise<void>)[] = [];
  for (const part of parts) {
    for (const reference of part.section.images?.(part.value) ?? []) {
      work.push(() => loadReference(part, reference));
    }
  }
  async function loadReference(part: SectionPart, { path, file: written, rule }: ImageReference): Promise<void> {
    const where = writtenPath(part, path);
    let refused = false;
    const tell: Tell = (code, detail) => {
      const one = inDocument(part.document, code, where, { detail });
      refused ||= one.severity === 'error';
      report(one);
    };
    await take(part, path, written, rule, tell);
    if (!refused && !part.images.has(path.join('/'))) report(dropped(part.document, where));
  }
  async function take(part: SectionPart, path: FieldPath, written: string, rule: ImageRule, tell: Tell): Promise<void> {
    const found = await findImage(root, part.document.file, written, files, folders);
    if ('code' in found) return tell(found.code, found.detail);
    let pending = loaded.get(found.file);
    if (pending === undefined) {
      pending = loadImage(root, found.file, found.size, rule, files);
      loaded.set(found.file, pending);
    }
    const { image, findings } = await pending;
    for (const { code, detail } of findings) tell(code, detail);
    if (image === undefined) return;
    if (!rule.types.includes(image.type)) {
      return tell('image-type', `This is ${typeName(image.type)}. Taken: ${rule.types.map(typeName).join(', ')}.`);
    }
    if (checkImageRule(rule, image.facts, tell)) part.images.set(path.join('/'), image.value);
  }
  const next = work.values();
  const worker = async () => {
    for (const task of next) await task();
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, work.length) }, worker));
}
