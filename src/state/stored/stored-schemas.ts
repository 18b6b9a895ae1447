import type { Snapshot } from '../../model/ports/ports.js';
import type { IntentItem, JournalEntry, OutcomeItem } from '../../model/state/journal.js';
import type { LockRecord } from '../../model/state/lock.js';
import {
  type Attempt,
  type BaselineMark,
  type Provenance,
  STATE_FORMAT,
  type StateEntry,
} from '../../model/state/state.js';
import { quickLook } from '../../schema/quick-look.js';
import {
  anyText,
  count,
  hexDigest,
  listOf,
  mapOf,
  oneOf,
  PLAIN_VALUES,
  plainValue,
  type Shape,
  shape,
  text,
  variants,
} from '../../schema/shapes.js';
import type { ChunkReference } from './baseline-chunks.js';
import type { JournalHead, JournalMark } from './journal-chain.js';

/** Keys that no one knows pass: a later version of the same format may have written them. */
const open = { open: true };

const values: Shape = mapOf(plainValue);

const ATTEMPT = shape<Attempt>(
  { id: text, endpoint: anyText, at: anyText, position: count, size: count },
  { cause: anyText },
  open,
);

const PROVENANCE = shape<Provenance>(
  { how: oneOf(['acknowledged', 'assumed', 'stated', 'observed']), at: anyText },
  { by: anyText },
  open,
);

const ENTRY = shape<StateEntry>(
  {
    address: text,
    kind: text,
    status: oneOf(['settled', 'pending', 'unknown']),
    values,
    provenance: PROVENANCE,
  },
  {
    id: text,
    assumed: listOf(anyText),
    stored: values,
    parentId: text,
    attempt: ATTEMPT,
    taskId: text,
  },
  open,
);

const CHUNK = shape<ChunkReference>({ first: text, count, sha256: hexDigest(64) }, {}, open);

/** What the file of a state holds. */
export interface StoredFile extends Snapshot {
  readonly baseline: readonly ChunkReference[];
  readonly chain?: string;
}

export const STORED_FILE_SCHEMA = {
  ...PLAIN_VALUES,
  ...shape<StoredFile>(
    {
      format: oneOf([1, STATE_FORMAT]),
      lineage: text,
      serial: count,
      account: text,
      sequence: count,
      entries: listOf(ENTRY),
      baseline: listOf(CHUNK),
    },
    { uid: text, bits: mapOf(mapOf(count)), movedTo: anyText, movingAs: text, origin: text, chain: hexDigest(32) },
    open,
  ),
};

type Entry<Type> = Extract<JournalEntry, { readonly type: Type }>;
const line = { sequence: count, at: text };

const INTENT_ITEM = shape<IntentItem>({ address: text, kind: text, position: count, values }, { parentId: text }, open);
const OUTCOME_ITEM = shape<OutcomeItem>(
  { position: count, fate: oneOf(['done', 'pending', 'failed', 'unknown', 'not-done']) },
  {
    id: text,
    taskId: text,
    error: shape<NonNullable<OutcomeItem['error']>>({ message: anyText }, { code: anyText }, open),
  },
  open,
);
type Reason = NonNullable<Entry<'put'>['nameless']>[number];
const NAMELESS = listOf(shape<Reason>({ message: anyText }, { code: anyText }, open));
const MARK = shape<BaselineMark>({ id: text, mask: count, digest: text }, {}, open);

export const JOURNAL_ENTRY_SCHEMA = {
  ...PLAIN_VALUES,
  ...variants('type', [
    shape<Entry<'run'>>(
      { ...line, type: oneOf(['run']), run: text, by: anyText, command: anyText },
      { uid: anyText, lineage: anyText },
      open,
    ),
    shape<Entry<'intent'>>(
      { ...line, type: oneOf(['intent']), attempt: text, endpoint: anyText, body: anyText, items: listOf(INTENT_ITEM) },
      {},
      open,
    ),
    shape<Entry<'sending'>>({ ...line, type: oneOf(['sending']), attempt: text }, {}, open),
    shape<Entry<'outcome'>>(
      { ...line, type: oneOf(['outcome']), attempt: text, items: listOf(OUTCOME_ITEM) },
      { cause: anyText, nameless: NAMELESS },
      open,
    ),
    shape<Entry<'put'>>(
      { ...line, type: oneOf(['put']), reason: anyText },
      { nameless: NAMELESS, put: listOf(ENTRY), drop: listOf(text) },
      open,
    ),
    shape<Entry<'baseline'>>({ ...line, type: oneOf(['baseline']), marks: listOf(MARK) }, { drop: listOf(text) }, open),
  ]),
};

export const LOCK_RECORD_SCHEMA = shape<LockRecord>(
  {
    id: text,
    fence: count,
    pid: count,
    host: anyText,
    bootId: anyText,
    pidNamespace: anyText,
    processStart: anyText,
    user: anyText,
    command: anyText,
    since: anyText,
  },
  {},
  open,
);

export const JOURNAL_MARK_SCHEMA = shape<JournalMark>({ after: count, chain: text }, {}, open);
export const JOURNAL_HEAD_SCHEMA = shape<JournalHead>(
  { start: JOURNAL_MARK_SCHEMA, end: JOURNAL_MARK_SCHEMA },
  {},
  open,
);

export const looksLikeStoredFile = quickLook<StoredFile>(STORED_FILE_SCHEMA);
export const isStateEntry = quickLook<StateEntry>({ ...PLAIN_VALUES, ...ENTRY });
// Of these, messages say only that they are malformed: whether they are is all that is asked.
export const isJournalEntry = quickLook<JournalEntry>(JOURNAL_ENTRY_SCHEMA);
export const isJournalHead = quickLook<JournalHead>(JOURNAL_HEAD_SCHEMA);
export const isLockRecord = quickLook<LockRecord>(LOCK_RECORD_SCHEMA);
