import { CREATIVE_KEYS, type CreativeKey } from '../../contract/index.js';
import type { Answer, Call } from '../call/call.js';
import { type Checked, type Refusal, refuse } from '../call/refusal.js';
import { type FailureItem, failureItem } from '../call/reply.js';
import { type CreativeSet, checkCreativeSet } from '../rules/creative-check.js';
import { choiceField, listField, requiredList } from '../rules/fields.js';
import { idDigits, type JsonValue } from '../values/json-text.js';
import { bringPictures } from './creative-pictures.js';

interface SentSet {
  readonly type: string;
  readonly device: string;
  readonly checked: Checked<CreativeSet>;
}

/** Add rich creatives: every set for every group. */
export async function addRichCreatives(call: Call): Promise<Answer> {
  const groups = requiredList(call, 'groupIdList', call.options.maxGroupsPerCreativeAdd);
  if (!groups.ok) return groups;
  const status = choiceField(call, 'status', ['enable', 'pause'], 'enable');
  if (!status.ok) return status;
  const sets: SentSet[] = [];
  for (const key of CREATIVE_KEYS) {
    const list = listField(call, key, { required: false, max: 0 });
    if (!list.ok) return list;
    // A creative type may hold a `_`, a device type holds no `-`.
    const [type = '', device = ''] = key.split('-');
    for (const [index, set] of setsOf(call, key, list.value ?? []).entries()) {
      const what = `${key}[${index}]`;
      const checked = call.stamp
        ? { ok: false as const, refusal: call.stamp }
        : await checkCreativeSet(call, key, set, what);
      sets.push({ type, device, checked });
    }
  }
  if (sets.length === 0) return { refusal: refuse('fieldMissing', 'no creative is given') };
  return { reply: addAll(call, groups.value, status.value, sets) };
}

/** Flat: the list is one set. Nested: each entry is one; a video is one object, so its list is a set either way. */
function setsOf(call: Call, key: CreativeKey, list: readonly JsonValue[]): readonly JsonValue[] {
  if (list.length === 0) return [];
  if (key === 'video-computer') return list.map((video) => [video]);
  return call.settings.creativeSets === 'flat' ? [list] : list;
}

function addAll(call: Call, groups: readonly JsonValue[], status: string, sets: readonly SentSet[]) {
  const success: Record<string, unknown>[] = [];
  const failures: FailureItem[] = [];
  const naming = call.options.creativeFailures;
  for (const entry of groups) {
    const groupId = idDigits(entry) ?? '0';
    for (const set of sets) {
      const { type, device } = set;
      const added = addOne(call, groupId, status, set);
      const named = { type, groupId: call.forms.idText(groupId), device };
      if (typeof added === 'string') success.push({ id: call.forms.idText(added), ...named });
      else {
        if (naming !== 'failures') success.push({ id: call.forms.idText('0'), ...named });
        if (naming !== 'zero-ids') failures.push(failureItem(added, named));
      }
    }
  }
  return { ...call.forms.list('success', success), ...call.forms.failures(failures) };
}

/** The new creative's id, or why there is none. */
function addOne(call: Call, groupId: string, status: string, { type, device, checked }: SentSet): string | Refusal {
  if (!checked.ok) return checked.refusal;
  if (!call.account.tables.groups.has(groupId)) return refuse('groupUnknown', groupId);
  if (call.account.creativeOf(groupId, type, device) !== undefined) {
    return refuse('creativeExists', `${groupId} has ${type}-${device}`);
  }
  const id = call.account.newId('creatives');
  const { content, images } = checked.value;
  call.commit([['creatives', id, { id, groupId, type, device, status, content, addTime: call.clock.text() }]]);
  bringPictures(call, groupId, images);
  return id;
}
