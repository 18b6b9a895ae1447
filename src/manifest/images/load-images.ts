import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Severity } from '../../diagnostics/diagnostic.js';
import type { FieldPath, ImageReference, ImageRule } from '../../model/index.js';
import { dropped } from '../check/dropped.js';
import type { SectionPart } from '../check/entries.js';
import { writtenPath } from '../check/entries.js';
import { imagesIn, type WrittenName } from '../check/faulty-entries.js';
import type { ManifestFiles } from '../files/file-system.js';
import type { Report } from '../source/report.js';
import { inDocument } from '../source/report.js';
import { type Folders, findImage } from './image-path.js';
import { checkImageRule } from './image-rules.js';
import { typeName } from './image-type.js';
import { type LoadedImage, loadImage } from './load-image.js';

type Tell = (code: DiagnosticCode, detail: string, severity?: Severity) => void;

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
    for (const named of (part.faulty ?? []).flatMap(imagesIn)) work.push(() => lookFor(part, named));
  }
  async function loadReference(part: SectionPart, { path, file: written, rule }: ImageReference): Promise<void> {
    const where = writtenPath(part, path);
    let refused = false;
    const tell: Tell = (code, detail, severity) => {
      const one = inDocument(part.document, code, where, { detail, severity });
      refused ||= one.severity === 'error';
      report(one);
    };
    await take(part, path, written, rule, tell);
    if (!refused && !part.images.has(path.join('/'))) report(dropped(part.document, where));
  }
  /** The entry has a fault already: what the image must be like is not asked, only whether it is there. */
  async function lookFor({ document }: SectionPart, { path, name }: WrittenName): Promise<void> {
    if (document.isUnsure?.(path) === true) return;
    const found = await findImage(root, document.file, name, files, folders);
    if ('code' in found) report(inDocument(document, found.code, path, { detail: found.detail }));
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
    const stated = rule.open !== true;
    let sound = true;
    for (const { code, detail } of findings) {
      // Where the interface states JPEG or PNG, it means a still picture.
      const moving = code === 'image-animated';
      tell(code, detail, moving && !stated ? 'warning' : undefined);
      sound &&= !(moving && stated);
    }
    if (image === undefined || !sound) return;
    if (!rule.types.includes(image.type)) {
      const safe = rule.types.map(typeName).join(', ');
      if (stated) return tell('image-type', `This is ${typeName(image.type)}. Taken: ${safe}.`);
      tell('image-type-open', `This is ${typeName(image.type)}. Safe: ${safe}.`);
    }
    if (checkImageRule(rule, image.facts, tell)) part.images.set(path.join('/'), image.value);
  }
  const next = work.values();
  const worker = async () => {
    for (const task of next) await task();
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, work.length) }, worker));
}
