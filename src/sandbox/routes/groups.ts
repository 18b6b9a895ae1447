import { LIMITS } from '../../contract/index.js';
import type { RecordChange } from '../account/records.js';
import type { Answer, Call } from '../call/call.js';
import type { Refusal } from '../call/refusal.js';
import { type FailureItem, failureItem } from '../call/reply.js';
import { requiredList } from '../rules/fields.js';
import { checkGroup } from '../rules/group-rules.js';
import { isObject, type JsonValue } from '../values/json-text.js';

/** Batch add groups. */
export function addGroups(call: Call): Answer {
  const groups = requiredList(call, 'groups', LIMITS.groupsPerAdd);
  if (!groups.ok) return groups;
  const addTime = call.clock.text();
  const failures: FailureItem[] = [];
  const ids = groups.value.map((entry, index) => {
    const group = call.stamp
      ? { ok: false as const, refusal: call.stamp }
      : checkGroup(call, entry, `groups[${index}]`);
    if (group.ok) {
      const id = call.account.newId('groups');
      const change: RecordChange = ['groups', id, { id, ...group.value, addTime }];
      // One by one, so that the second of two equal names in one request meets the first.
      call.commit([change]);
      return call.forms.idNumber(id);
    }
    failures.push(...groupFailure(call, group.refusal, entry, index));
    return call.forms.idNumber('0');
  });
  return { reply: { groupIdList: ids, ...call.forms.failures(failures) } };
}

function groupFailure(call: Call, refusal: Refusal, entry: JsonValue, index: number): FailureItem[] {
  switch (call.options.groupFailures) {
    case 'none':
      return [];
    case 'bare':
      return [failureItem(refusal)];
    case 'named':
      return [failureItem(refusal, { name: isObject(entry) ? entry['name'] : null })];
    case 'indexed':
      return [failureItem(refusal, { index })];
  }
}
