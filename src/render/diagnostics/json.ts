import { failureDocument, validateDocument } from '../json/documents.js';
import type { Findings, Formatted } from './findings-format.js';

export function asJson({ diagnostics, failure }: Findings): Formatted {
  if (failure === undefined) return { document: { ...validateDocument(diagnostics) } };
  return { document: { ...failureDocument(diagnostics, failure.ending) } };
}
