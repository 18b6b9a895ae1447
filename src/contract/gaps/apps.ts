import { gap, type InterfaceGap } from './gap.js';

/** addAppTask and getApps. */
export const APP_GAPS: readonly InterfaceGap[] = [
  gap(
    'app-task-status',
    'addAppTask',
    'How the state of a task is read.',
    'it cannot be read; the apps are listed when the task has ended',
    'appTaskSeconds',
  ),
  gap(
    'app-task-failure',
    'addAppTask',
    'How a failed task is reported.',
    'not at all; its app never appears',
    'appTaskFails',
  ),
  gap('app-task-partial', 'addAppTask', 'A task with some invalid apps.', 'the whole task fails', 'appTask'),
  gap('app-id-key', 'addAppTask', 'The role of appId in an app object.', 'none', 'appIdInTask'),
  gap('app-ios-fields', 'addAppTask', 'Android fields in an iOS app.', 'ignored', 'androidFieldsOnIos'),
  gap('app-duplicates', 'addAppTask', 'A second app with the same type and link.', 'accepted', 'duplicateApps'),
  gap('app-type-case', 'getApps', 'Letter case of the type on read.', 'Android and iOS', 'appTypeOnRead'),
  gap(
    'app-review',
    'states',
    'How a review changes the status of an app.',
    'pending for ten minutes, then enable',
    'review.appSeconds',
  ),
  gap('app-paging', 'getApps', 'Paging of the full list.', 'the full list in one reply'),
];
