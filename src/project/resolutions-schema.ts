import { choice, fields, id, list, optional, text } from '../model/kind/schema-types.js';

export const RESOLUTION_SCHEMA = fields(
  {
    address: text({ title: 'address', description: 'What is settled.', examples: ['group/autumn-shoes'] }),
    account: optional(
      text({
        title: 'account',
        description: 'Whose item it is, in a project of several accounts.',
        examples: ['brand-a'],
      }),
    ),
    attempt: optional(text({ title: 'attempt', description: 'The attempt in doubt, as the plan prints it.' })),
    id: optional(id({ title: 'id', description: 'It exists under this id.' })),
    absent: optional(choice(['true'], { title: 'absent', description: 'It does not exist and may be sent again.' })),
    accepted: optional(
      text({
        title: 'accepted',
        description: 'Digest of the desired values that were set by hand, as the plan prints it.',
      }),
    ),
  },
  { title: 'a resolution' },
);

/** resolutions.yaml: what people found out about items in doubt, or did by hand; reviewed like any change. */
export const RESOLUTIONS_SCHEMA = list(RESOLUTION_SCHEMA, {
  title: 'resolutions',
  description: 'Settles items whose outcome is unknown, and accepts edits made by hand.',
});
