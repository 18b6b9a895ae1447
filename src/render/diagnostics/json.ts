import { failureDocument, validationDocument } from '../json/documents.js';
import type { Findings, FormattedFindings } from './findings-format.js';

export function asJson({ diagnostics, failure }: Findings): FormattedFindings {
  if (failure === undefined) return { document: { ...validationDocument(diagnostics) } };
  return { document: { ...failureDocument(diagnostics, failure.ending) } };
}
