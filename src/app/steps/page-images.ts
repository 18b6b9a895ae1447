import { createHash } from 'node:crypto';
import { readInProject } from '../../files/project-file.js';
import { drawnImages, type ImageValue } from '../../model/index.js';
import type { Drawn } from '../../render/html/page-changes.js';
import type { EmbeddedImage } from '../../render/html/plan-page.js';
import type { Environment } from '../ports.js';
import { History } from '../workspace/git-history.js';

/** Larger files cannot be images of the plan: the interface accepts at most 2M. */
const MOST_BYTES = 20_971_520;
/** Beyond this an image is shown smaller than it is. */
const MOST_EMBEDDED = 100_000;
/** The longer side of one that is. */
const THUMBNAIL = 480;
/** Images of one page; more of them would keep browsers and mail from opening it. */
const MOST_OF_A_PAGE = 24_000_000;
const MOST_PIXELS = 100_000_000;

/** What every browser shows. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp']);

type PageImage = EmbeddedImage | { readonly missing: string };

interface Sources {
  readonly root: string;
  readonly env: Environment;
}

/**
 * The images of drawings, each once, by the digest that the plan has of it. What will be is in the project; what was is
 * there still, or in the commit that the project is compared with. Nothing else is drawn in its place.
 */
export async function pageImages(
  drawn: readonly Drawn[],
  { root, env }: Sources,
): Promise<ReadonlyMap<string, PageImage>> {
  const images = new Map<string, PageImage>();
  let size = 0;
  let history: Promise<History | undefined> | undefined;
  const former = async (file: string) => {
    history ??= baseOf(root, env);
    return (await history)?.fileBefore(file);
  };
  const add = async (value: ImageValue, bytes: Uint8Array | undefined, missing: string) => {
    const image = bytes === undefined ? undefined : await embedded(value, bytes);
    const isRoom = image !== undefined && size + image.uri.length <= MOST_OF_A_PAGE;
    if (isRoom) size += image.uri.length;
    const why = image === undefined ? missing : 'left out: the page has too many images';
    images.set(value.sha256, isRoom ? image : { missing: why });
  };
  const both = drawn.flatMap(({ after, before }) => [
    ...(after === undefined ? [] : [[after, false] as const]),
    ...(before === undefined ? [] : [[before, true] as const]),
  ]);
  // What will be first: a former image may be the same.
  for (const [thing, isFormer] of both.sort(([, one], [, other]) => Number(one) - Number(other))) {
    for (const value of drawnImages(thing.drawing)) {
      if (images.has(value.sha256)) continue;
      const here = fitting(value, await readInProject(root, value.file, MOST_BYTES).catch(() => undefined));
      if (!isFormer) await add(value, here, 'not drawn: the file is not the one of the plan');
      else
        await add(
          value,
          here ?? fitting(value, await former(value.file)),
          'not drawn: this former image is neither in the project nor in git',
        );
    }
  }
  return images;
}

function fitting({ sha256 }: ImageValue, bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined || bytes.length > MOST_BYTES) return undefined;
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
}

async function embedded(value: ImageValue, bytes: Uint8Array): Promise<EmbeddedImage | undefined> {
  if (bytes.length <= MOST_EMBEDDED && SHOWN_TYPES.has(value.type)) {
    const uri = `data:image/${value.type};base64,${Buffer.from(bytes).toString('base64')}`;
    return { uri, width: Number(value.width), height: Number(value.height) };
  }
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer({ resolveWithObject: true });
    return { uri: `data:image/webp;base64,${data.toString('base64')}`, width: info.width, height: info.height };
  } catch {
    // It was an image when it was planned; what sharp cannot show is a box with its digest.
    return undefined;
  }
}

/** The commit that a change is compared with: in a pull request where it branched off, else the last one. */
async function baseOf(root: string, env: Environment): Promise<History | undefined> {
  const target = env['GITHUB_BASE_REF'] || env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'];
  const references = [
    env['CI_MERGE_REQUEST_DIFF_BASE_SHA'],
    ...(target ? [`origin/${target}`, target] : []),
    'HEAD',
  ].filter((reference) => reference !== undefined && reference !== '');
  for (const reference of references as readonly string[]) {
    const history = await History.since(root, env, reference).catch(() => undefined);
    if (history !== undefined) return history;
  }
  return undefined;
}
