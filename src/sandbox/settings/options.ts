import { Value } from '@sinclair/typebox/value';
import { DEFAULT_SERVICE_SETTINGS, type ServiceSettings } from '../../contract/index.js';
import { FixtureFailure } from './fixture.js';
import { type SandboxOptions, SandboxOptionsSchema } from './options-schema.js';

/** All switches, the given ones over their defaults. `given` has passed the fixture's schema. */
export function resolveOptions(given: unknown, base: SandboxOptions = defaultOptions()): SandboxOptions {
  const merged = Value.Convert(SandboxOptionsSchema, overlay(base, given));
  if (Value.Check(SandboxOptionsSchema, merged)) return merged;
  const faults = [...Value.Errors(SandboxOptionsSchema, merged)];
  throw new FixtureFailure(faults.map(({ path, message }) => ({ path: `/options${path}`, message })));
}

export function defaultOptions(): SandboxOptions {
  return Value.Create(SandboxOptionsSchema);
}

/** The names of this deployment. An empty tag path is under the platform segment. */
export function serviceSettings(options: SandboxOptions): ServiceSettings {
  const { tagListPath, ...rest } = options.service;
  return { ...DEFAULT_SERVICE_SETTINGS, ...rest, tagListPath: tagListPath || `/${rest.platformSegment}/tag/getlist` };
}

function overlay(base: unknown, given: unknown): unknown {
  if (given === undefined) return base;
  if (!isPlain(base) || !isPlain(given)) return given;
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(given)) merged[name] = overlay(base[name], value);
  return merged;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
