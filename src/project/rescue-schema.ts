import { anything, choice, fields, id, integer, list, optional, text } from '../model/kind/schema-types.js';

export const FATES = ['done', 'pending', 'failed', 'unknown', 'not-done'] as const;

const reason = fields({ code: optional(text({ min: 0 })), message: text({ min: 0 }) });

/** A rescue file: the line that the journal did not take. */
export const RESCUE_SCHEMA = fields(
  {
    type: optional(choice(['outcome'], { title: 'type' })),
    attempt: text({ title: 'attempt' }),
    cause: optional(text({ min: 0, title: 'cause' })),
    nameless: optional(list(reason, { title: 'nameless' })),
    items: list(
      fields({
        position: integer({ title: 'position' }),
        fate: choice(FATES, { title: 'fate' }),
        id: optional(id({ title: 'id' })),
        taskId: optional(id({ title: 'taskId' })),
        error: optional(anything({ title: 'error' })),
      }),
      { title: 'items' },
    ),
  },
  { title: 'a rescue file' },
);
