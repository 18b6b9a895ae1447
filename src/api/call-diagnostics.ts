import { REPORT_NOT_READY } from '../contract/index.js';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Ending } from '../diagnostics/failure.js';
import { Failure } from '../diagnostics/failure.js';
import type { CallFailure, CallProblem } from '../model/ports/ports.js';

const CODES: Readonly<Record<CallProblem, DiagnosticCode>> = {
  'not-sent': 'service-unreachable',
  refused: 'service-refused',
  'too-large': 'service-too-large',
  throttled: 'service-throttled',
  unauthorised: 'service-access',
  unknown: 'service-no-answer',
  interrupted: 'service-interrupted',
  endless: 'list-without-end',
};

/** Whether a report failed only because its day is not computed yet (70109). */
export const isNotReady = (failure: CallFailure): boolean =>
  failure.failures.some((one) => one.code === REPORT_NOT_READY);

/** A failed call as a diagnostic. */
function callDiagnostic(failure: CallFailure, address?: string): Diagnostic {
  const code = isNotReady(failure) ? 'report-not-ready' : CODES[failure.problem];
  return diagnostic(code, { detail: failure.message, address });
}

/** A failed call as the end of a run. */
export function callEnding(failure: CallFailure): Failure {
  let ending: Ending = 'error';
  if (isNotReady(failure)) ending = 'not-ready';
  else if (failure.problem === 'interrupted') ending = 'interrupted';
  else if (failure.problem === 'throttled') ending = 'stopped';
  return new Failure([callDiagnostic(failure)], ending);
}
