import type { LosslessNumber } from 'lossless-json';

/** A number in a request: no digit of an id or a price passes through a float. */
export type JsonNumber = LosslessNumber;
