import { fields, id, list } from '../model/kind/schema-types.js';

export const UNBINDING_SCHEMA = fields({
  groupId: id({ title: 'groupId', description: 'The group that the pictures are bound to.' }),
  picIdList: list(id({ title: 'picId', description: 'A picture of the library.' }), { title: 'picIdList' }),
});
