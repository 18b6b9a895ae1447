import type { CallOptions, ServicePort } from '../../model/index.js';
import type { OpenService } from '../service/service.js';
import type { Boundaries } from './boundaries.js';

/**
 * The service as a run that may be killed calls it: a call that was on its way at the kill arrives, and its answer is heard
 * by no one; no other one is sent.
 */
export function mortalService(service: OpenService, boundaries: Boundaries): OpenService {
  const { client } = service;
  const call: ServicePort['call'] = async (endpoint, request, options = {}) => {
    await boundaries.alive();
    let arrive: () => void = () => undefined;
    const onItsWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const watched: CallOptions = {
      ...options,
      beforeSend: async () => {
        await options.beforeSend?.();
        await boundaries.alive();
        void boundaries.follow(onItsWay);
      },
    };
    try {
      return await client.call(endpoint, request, watched);
    } finally {
      arrive();
      await boundaries.alive();
    }
  };
  return { ...service, client: { ...client, call } };
}
