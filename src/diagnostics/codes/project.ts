import type { CodeFacts } from '../code-facts.js';

export const PROJECT_CODES = {
  'project-not-found': {
    severity: 'error',
    summary: 'There is no project file',
    help: 'Run the command in the folder that holds adwright.yaml, name that folder with -C, or make a project with `adwright init`.',
  },
  'credential-in-project': {
    severity: 'error',
    summary: 'A credential does not belong in the project file',
    help: 'Remove the key (and change the credential if the file was shared). Credentials come from the environment: ADWRIGHT_API_KEY, ADWRIGHT_USERNAME and ADWRIGHT_PASSWD, or ADWRIGHT_PASSWORD with ADWRIGHT_API_SECRET.',
  },
  'bad-base-url': {
    severity: 'error',
    summary: 'Not an address of a service',
    help: 'Write an address such as https://ads.example.com, without user name, query or fragment, or the word sandbox.',
  },
  'plain-http': {
    severity: 'error',
    summary: 'The service would be reached without encryption',
    help: 'Use https: over http the api key and the access token can be read on the way. If it has to be http, set ADWRIGHT_ALLOW_HTTP=1 in the environment.',
  },
  'bad-account-name': {
    severity: 'error',
    summary: 'Not a usable account name',
    help: 'Use ASCII letters, digits, - and _, starting with a letter or digit: the name becomes part of variable and file names. Two accounts may not differ only in letter case or in - and _.',
  },
  'manifests-not-named': {
    severity: 'error',
    summary: 'With several accounts, each names its own manifests',
    help: 'Give every account a `manifests` list, such as manifests: ["ads/main/**/*.yaml"].',
  },
  'bad-time-zone': {
    severity: 'error',
    summary: 'Not a time zone',
    help: 'Write an IANA name such as Asia/Shanghai.',
  },
  'bad-setting': {
    severity: 'error',
    summary: 'Not a usable value for this setting',
    help: 'Write a value as the message describes it. `adwright schema project` shows every setting.',
  },
  'outside-project': {
    severity: 'error',
    summary: 'The path leaves the project',
    help: 'Paths are relative to the folder of the file that names them. They stay inside the project, links included, and keep out of `.git` and `.adwright`.',
  },
} as const satisfies Record<string, CodeFacts>;
