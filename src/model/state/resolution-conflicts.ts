import { type Diagnostic, diagnostic, type SourcePlace } from '../../diagnostics/diagnostic.js';
import { kindOf } from '../resource/address.js';
import type { Resolution } from './resolution.js';

/**
 * Entries that cannot all be true: two for one item and attempt that differ, or one id for two addresses of a kind. The
 * rule is the same for resolutions.yaml, a list of that form and a rescue file.
 */
export function resolutionConflicts(resolutions: readonly Resolution[]): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const conflict = (first: Resolution, second: Resolution, what: string) => {
    const detail = `${what}: ${said(first)}, and ${said(second)}.`;
    diagnostics.push(
      diagnostic('resolution-conflict', {
        detail,
        address: second.address,
        source: second.source,
        ...(first.source !== undefined && { related: [first.source] }),
      }),
    );
  };
  const byAddress = new Map<string, Resolution[]>();
  const byId = new Map<string, Resolution>();
  for (const resolution of resolutions) {
    // What was done by hand says nothing of an attempt.
    if (resolution.accepted !== undefined) continue;
    const { address, id } = resolution;
    const before = byAddress.get(address);
    const contrary = before?.find(
      (one) =>
        mayBeOne(one, resolution, 'account') &&
        mayBeOne(one, resolution, 'attempt') &&
        outcomeOf(one) !== outcomeOf(resolution),
    );
    if (contrary !== undefined) conflict(contrary, resolution, `${address} is settled in two ways`);
    if (before === undefined) byAddress.set(address, [resolution]);
    else before.push(resolution);
    if (id === undefined) continue;
    const real = `${kindOf(address)} ${id}`;
    const holder = byId.get(real);
    if (holder === undefined) byId.set(real, resolution);
    else if (holder.address !== address && mayBeOne(holder, resolution, 'account'))
      conflict(holder, resolution, `Two addresses get the id ${id}`);
  }
  return diagnostics;
}

/** Without an attempt an entry is for whichever is in doubt, and without an account for whichever has the address. */
function mayBeOne(one: Resolution, other: Resolution, what: 'account' | 'attempt'): boolean {
  return one[what] === undefined || other[what] === undefined || one[what] === other[what];
}

function outcomeOf({ id, taskId, absent }: Resolution): string {
  if (absent === true) return 'absent';
  return id === undefined ? `task ${taskId}` : `id ${id}`;
}

function said(resolution: Resolution): string {
  const { address, source } = resolution;
  return `${address} ${outcomeOf(resolution)}${source === undefined ? '' : ` (${placeWords(source)})`}`;
}

const placeWords = ({ file, line }: SourcePlace) => `${file}:${line}`;
