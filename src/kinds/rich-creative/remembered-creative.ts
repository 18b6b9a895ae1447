import { nameOf, type StateEntry, type Values } from '../../model/index.js';
import { creativeKeyOf } from './creative-key.js';

/** A creative that was applied, as an entry of a manifest: for one group, by its name or its id. */
export function rememberedCreative({ address, values }: StateEntry): { readonly entry: Values } {
  const creative = creativeKeyOf(address);
  const group = nameOf(address).slice(0, -creative.length - 1);
  const { content = [], ...others } = values;
  const [only] = Array.isArray(content) ? content : [];
  const owner: Values = group.startsWith('id:') ? { groupIds: [group.slice(3)] } : { groups: [group] };
  // The manifest has one object for a video.
  const written = creative === 'video-computer' && only !== undefined ? only : content;
  return { entry: { ...owner, creative, content: written, ...others } };
}
