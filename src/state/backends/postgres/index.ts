import type { BackendDefinition } from '../backend-definition.js';

export const postgres: BackendDefinition = {
  title: 'a table in Postgres (the address is in ADWRIGHT_STATE_URL)',
  settings: {},
  check: () => [],
  placeSetting: 'key',
  findsByFolder: true,
  goesWithMachine: false,
  async open(ports) {
    const [{ openPostgres }, { openLog }] = await Promise.all([
      import('./open-postgres.js'),
      import('../../log/log-backend.js'),
    ]);
    return openLog(await openPostgres(ports), ports);
  },
};
