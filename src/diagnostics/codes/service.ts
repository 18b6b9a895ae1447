import type { CodeFacts } from '../code-facts.js';

export const SERVICE_CODES = {
  'service-address': {
    severity: 'error',
    summary: 'The address of the service or of a proxy cannot be used',
    help: 'Give `baseUrl` as http(s)://host[:port][/path], and proxies as http://host:port.',
  },
  'service-unreachable': {
    severity: 'error',
    summary: 'The service cannot be reached',
    help: 'Check `baseUrl`, the network, the proxy variables, and for certificates NODE_EXTRA_CA_CERTS. Nothing was sent.',
  },
  'service-refused': {
    severity: 'error',
    summary: 'The service refused a request',
    help: 'The service did nothing. Its own codes and messages are shown; correct what they name.',
  },
  'service-too-large': {
    severity: 'error',
    summary: 'A request is too large for the service',
    help: 'Lower `limits.bodyBytes` or the batch sizes under `limits`.',
  },
  'service-throttled': {
    severity: 'error',
    summary: 'The service asks for fewer calls, or its quota is used up',
    help: 'Run the same command again later; what was done is kept. `limits.requestsPerSecond` sets the pace.',
  },
  'service-access': {
    severity: 'error',
    summary: 'The service refused access',
    help: 'Check the API key, the user name and the password. A refused login is not tried again: five wrong ones lock an account.',
  },
  'service-no-answer': {
    severity: 'error',
    summary: 'The service gave no usable answer',
    help: 'Whether the request had an effect is not known. Reads and updates were repeated; creating calls never are.',
  },
  'service-interrupted': {
    severity: 'error',
    summary: 'A call was cancelled before it was sent',
    help: 'Run the same command again.',
  },
  'report-not-ready': {
    severity: 'error',
    summary: 'The report is not ready yet',
    help: "Yesterday's report is normally ready by 08:30 in the account's time. Run again later, or use `--wait`.",
  },
  'token-store': {
    severity: 'warning',
    summary: 'The remembered token cannot be read or kept',
    help: 'The command continued with a new login. Check the folder that the message names; a damaged file in it may be removed.',
  },
  'list-without-end': {
    severity: 'error',
    summary: 'A list of the service does not end',
    help: 'The service ignores the page number, or something between here and it changes the replies. Nothing was taken from the list. Ask the service, and narrow the request down where the command allows it.',
  },
  'page-repeated': {
    severity: 'warning',
    summary: 'The service sent the same page twice',
    help: 'Reading stopped there; every row before it is kept once.',
  },
  'page-count-differs': {
    severity: 'warning',
    summary: 'The service returned fewer rows than it counted',
    help: 'The list may have changed while it was read. Run again if rows are missing.',
  },
} as const satisfies Record<string, CodeFacts>;
