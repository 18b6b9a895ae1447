import { isServiceId, type Observation } from '../../model/index.js';

/**
 * What is listed under anything but an id stays in sight, as it may be what someone looks for, and cannot be worked with: an
 * id goes into requests, manifests and the state.
 */
export function listedAs(id: string): Pick<Observation, 'id' | 'unusable'> {
  if (isServiceId(id)) return { id };
  return { id, unusable: id === '' ? 'the service lists it without an id' : `${JSON.stringify(id)} is not an id` };
}
