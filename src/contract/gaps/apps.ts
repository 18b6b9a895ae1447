import { gap, type InterfaceGap } from './gap.js';

/** addAppTask and getApps. */
export const APP_GAPS: readonly InterfaceGap[] = [
  gap(
    'app-task-status',
    'addAppTask',
    'How the state of a task is read.',
    'not at all: its apps are listed when it has ended',
    'appTaskSeconds',
  ),
  gap('app-task-failure', 'addAppTask', 'How a task that fails shows.', 'its app never appears', 'appTaskFails'),
  gap('app-task-partial', 'addAppTask', 'A task with some invalid apps.', 'fails whole', 'appTask'),
  gap('app-id-key', 'addAppTask', 'The role of appId in an app object.', 'none', 'appIdInTask'),
  gap('app-ios-fields', 'addAppTask', 'Fields for Android in an iOS app.', 'ignored', 'androidFieldsOnIos'),
  gap('app-duplicates', 'addAppTask', 'A second app with the same type and link.', 'taken', 'duplicateApps'),
  gap('app-type-case', 'getApps', 'Letter case of the type on read.', 'Android and iOS', 'appTypeOnRead'),
  gap(
    'app-review',
    'states',
    'Transitions of the application status.',
    'pending for ten minutes, then enable',
    'review.appSeconds',
  ),
  gap('app-paging', 'getApps', 'Paging of the full list.', 'all at once'),
];
