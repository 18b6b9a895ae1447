/** The limits that the interface states. Settings may lower a batch size; nothing raises it above these. */
export const LIMITS = {
  tokenHours: 10,
  groupsPerAdd: 100,
  negativePhrases: 200,
  negativeExacts: 400,
  appsPerTask: 100,
  appIdsPerRead: 100,
  keywordsPerUpdate: 500,
  groupsPerUnbind: 200,
  picturesPerPage: 200,
  rowsPerPage: 1000,
  reportDays: 90,
} as const;
