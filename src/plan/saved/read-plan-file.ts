import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { KindRegistry, Plan } from '../../model/index.js';
import { ContentDigest, FILE_DIGEST, PLAN_FORMAT } from './plan-file.js';
import { readPlan } from './read-plan.js';

/**
 * Reads a saved plan. What is no plan of this version is an error; a plan that does not fit its own digest, or that
 * Adwright never wrote like this, does not fit as a whole (exit 6).
 */
export function parsePlanFile(content: string, file: string, kinds: KindRegistry): Plan {
  const refuse = (detail: string) => new Failure([diagnostic('plan-file-invalid', { detail: `${file}: ${detail}` })]);
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('it is not JSON, or it was cut off.');
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'adwrightPlan'))
    throw refuse('it is another document.');
  const { adwrightPlan: format, [FILE_DIGEST]: named, ...plan } = value as Readonly<Record<string, unknown>>;
  if (format !== PLAN_FORMAT) {
    const has = typeof format === 'number' ? `it has format ${format}` : 'its format is not a number';
    throw refuse(`${has}; this version reads format ${PLAN_FORMAT}.`);
  }
  if (named !== digestOf(value)) throw altered(file, 'its content does not match its digest');
  const read = readPlan(plan, kinds);
  if ('fault' in read) throw altered(file, `it matches its digest, but is not a valid plan: ${read.fault}`);
  return read;
}

function digestOf(value: object): string | undefined {
  const digest = new ContentDigest();
  try {
    for (const [key, part] of Object.entries(value)) {
      if (key === FILE_DIGEST) continue;
      digest.key(key);
      if (key === 'changes' && Array.isArray(part)) for (const change of part) digest.value(change);
      else digest.value(part);
    }
  } catch (error) {
    // Lists inside lists without an end can be parsed, but not written.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return digest.end();
}

function altered(file: string, detail: string): Failure {
  const text = `${file} was changed after it was made: ${detail}. No write was sent.`;
  return new Failure([diagnostic('plan-file-altered', { detail: text })], 'stale-plan');
}
