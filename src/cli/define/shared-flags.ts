import { IMPACT_DAYS, isImpactDays } from '../../app/impact-days.js';
import { FlagFault, flag } from './define-command.js';

/** Flags that several commands take. */

export const TARGETS = {
  target: flag.list('--target <address...>', 'only this, and its parents (repeatable; `*` is any text)'),
  exclude: flag.list('--exclude <address...>', 'not this (repeatable; `*` is any text)'),
};

export const PLANNING = {
  ...TARGETS,
  impact: flag.presetOr(
    '--impact [days]',
    `what the groups touched spent on the last days; 1 to ${IMPACT_DAYS.most}, default: ${IMPACT_DAYS.usual}`,
    String(IMPACT_DAYS.usual),
    (text) => {
      const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
      if (!isImpactDays(days)) throw new FlagFault(`it is a number of days from 1 to ${IMPACT_DAYS.most}.`);
      return days;
    },
  ),
  allow: flag.each('--allow <rule>', 'allow what a guardrail or the rename rule stops'),
  olderState: flag.on('--older-state', 'accept a state that is older than one seen on this machine'),
};

export const MARKDOWN = {
  markdown: flag.text('--markdown <file>', 'write the plan as Markdown, for a pull request comment'),
  markdownLimit: flag.parsed(
    '--markdown-limit <bytes>',
    'maximum size of that comment in bytes; default: 65536, GitHub’s limit',
    (text) => {
      if (!/^\d{4,8}$/.test(text) || Number(text) < 2_000)
        throw new FlagFault('a limit is a number of bytes, 2000 or more.');
      return Number(text);
    },
  ),
};

export const HTML_PAGE = {
  html: flag.text(
    '--html <file>',
    'write the plan as a page to look at: one file, for a browser; of several accounts, a folder',
  ),
};

export const WRITE = flag.on('--write', 'write the files; without it the change is only shown');

export const AUTO_APPROVE = flag.on('--auto-approve', 'do not ask for confirmation');
