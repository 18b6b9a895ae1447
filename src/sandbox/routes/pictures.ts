import { LIMITS, PICTURE_RECORD } from '../../contract/index.js';
import type { PictureRecord } from '../account/records.js';
import type { Answer, Call } from '../call/call.js';
import { recordOnRead } from '../call/record-on-read.js';
import { accepted, type Checked, refused } from '../call/refusal.js';
import { type FailureItem, failureItem, pageOf } from '../call/reply.js';
import { choiceField, numberField, objectWith, requiredList } from '../rules/fields.js';
import { namesSent } from '../rules/sent-record.js';
import { idDigits, isList, type JsonValue } from '../values/json-text.js';

/** List library pictures. */
export function listPictures(call: Call): Answer {
  const sources = ['', 'pichouse', 'creative', call.settings.richCreativeWord, 'openapi'];
  const source = choiceField(call, 'source', sources, '');
  if (!source.ok) return source;
  const numbers: (number | undefined)[] = [];
  for (const name of ['width', 'height', 'page']) {
    const number = numberField(call, name);
    if (!number.ok) return number;
    numbers.push(number.value);
  }
  if (call.stamp) return { refusal: call.stamp };
  const [width, height, page = 1] = numbers;
  const fits = (one: PictureRecord) =>
    (source.value === '' || one.source === source.value) &&
    (width === undefined || one.width === String(width)) &&
    (height === undefined || one.height === String(height));
  const matching = [...call.account.tables.pictures.values()].filter(fits);
  const shown = pageOf(matching, page, LIMITS.picturesPerPage, call.options.pastLastPage);
  const rows = shown?.map((one) => pictureOnRead(call, one));
  return { reply: { count: matching.length, ...(rows && call.forms.list('pictureList', rows)) } };
}

function pictureOnRead(call: Call, picture: PictureRecord): Record<string, unknown> {
  const tags = call.options.pictureTags === 'json-text' ? JSON.stringify(picture.tags) : picture.tags;
  return recordOnRead(call, PICTURE_RECORD, { ...picture, picId: picture.id, tags });
}

/** Update picture tags. */
export function updatePictureTags(call: Call): Answer {
  const data = requiredList(call, 'data', call.options.maxPicturesPerTagUpdate);
  if (!data.ok) return data;
  const success: unknown[] = [];
  const failures: FailureItem[] = [];
  for (const [index, entry] of data.value.entries()) {
    const edit = call.stamp ? { ok: false as const, refusal: call.stamp } : checkTags(call, entry, `data[${index}]`);
    if (edit.ok) {
      call.commit([['pictures', edit.value.id, { tags: edit.value.tags, updateTime: call.clock.text() }]]);
      success.push(call.forms.idText(edit.value.id));
    } else failures.push(failureItem(edit.refusal, nameOf(call, entry, 'picId', index)));
  }
  return { reply: { ...call.forms.list('success', success), ...call.forms.failures(failures) } };
}

function checkTags(call: Call, entry: JsonValue, what: string): Checked<{ id: string; tags: readonly string[] }> {
  const object = objectWith(call, entry, namesSent(PICTURE_RECORD), what);
  if (!object.ok) return object;
  const id = idDigits(object.value['picId']);
  if (id === undefined || !call.account.tables.pictures.has(id)) return refused('pictureUnknown', `${what}.picId`);
  const { tags } = object.value;
  if (!isList(tags) || !tags.every((tag) => typeof tag === 'string')) {
    return refused('valueRefused', `${what}.tags must be a list of texts`);
  }
  const most = call.options.maxTagsPerPicture;
  if (most > 0 && tags.length > most)
    return refused('tooMany', `${what}.tags has ${tags.length} tags, at most ${most}`);
  return accepted({ id, tags });
}

/** Unbind pictures from groups. */
export function unbindPictures(call: Call): Answer {
  const list = requiredList(call, 'picList', LIMITS.groupsPerUnbind);
  if (!list.ok) return list;
  const done: unknown[] = [];
  const failures: FailureItem[] = [];
  for (const [index, entry] of list.value.entries()) {
    const group = call.stamp
      ? { ok: false as const, refusal: call.stamp }
      : checkUnbind(call, entry, `picList[${index}]`);
    if (group.ok) {
      for (const picture of group.value.pictures) {
        const groupIds = picture.groupIds.filter((id) => id !== group.value.groupId);
        call.commit([['pictures', picture.id, { groupIds, updateTime: call.clock.text() }]]);
      }
      done.push(call.forms.idNumber(group.value.groupId));
    } else {
      // Only `groupId`, `code` and `message`, as unbindPictures documents.
      const { code, message, description } = group.refusal;
      failures.push({ ...nameOf(call, entry, 'groupId', index), code, message: `${message}: ${description}` });
    }
  }
  return { reply: { ...call.forms.list('successGroupIdList', done), ...call.forms.failures(failures) } };
}

/** All pictures of the group, or nothing. */
function checkUnbind(
  call: Call,
  entry: JsonValue,
  what: string,
): Checked<{ groupId: string; pictures: readonly PictureRecord[] }> {
  const object = objectWith(call, entry, ['groupId', 'picIdList'], what);
  if (!object.ok) return object;
  const groupId = idDigits(object.value['groupId']);
  if (groupId === undefined || !call.account.tables.groups.has(groupId)) {
    return refused('groupUnknown', `${what}.groupId`);
  }
  const { picIdList } = object.value;
  if (!isList(picIdList) || picIdList.length === 0 || !picIdList.every((id) => typeof id === 'string')) {
    return refused('valueRefused', `${what}.picIdList must be a list of picture id texts`);
  }
  const pictures: PictureRecord[] = [];
  for (const id of picIdList) {
    const picture = call.account.tables.pictures.get(id);
    if (picture === undefined) return refused('pictureUnknown', id);
    if (picture.tags.length === 0 && call.options.unbindUntagged === 'refused') return refused('pictureTagsEmpty', id);
    if (picture.groupIds.includes(groupId)) pictures.push(picture);
    else if (call.options.unbindUnbound === 'refused') return refused('pictureUnbound', id);
  }
  return accepted({ groupId, pictures });
}

/** The entry's own id where it has one, else its position. */
function nameOf(call: Call, entry: JsonValue, key: 'picId' | 'groupId', index: number): FailureItem {
  const id =
    typeof entry === 'object' && entry !== null && key in entry
      ? idDigits((entry as FailureItem)[key] as JsonValue)
      : undefined;
  if (id === undefined) return { index };
  return { [key]: key === 'picId' ? call.forms.idText(id) : call.forms.idNumber(id) };
}
