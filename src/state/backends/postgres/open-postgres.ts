import type { BackendPorts } from '../backend-definition.js';
import { keyOfProject } from '../git/key-of-project.js';
import { notSetUp } from '../store-faults.js';
import { variableOf } from '../store-settings.js';
import { PostgresConnection } from './postgres-connection.js';
import { PostgresStore } from './postgres-store.js';
import { readPostgresUrl } from './postgres-url.js';

const VARIABLE = 'ADWRIGHT_STATE_URL';

/** The state of one account in the database that the environment names. */
export async function openPostgres(ports: BackendPorts): Promise<PostgresStore> {
  const url = variableOf(ports.environment, [VARIABLE]);
  if (url === undefined)
    throw notSetUp(
      `The state is kept in Postgres, and ${VARIABLE} is not set (postgres://user:password@host:5432/database)`,
    );
  const address = readPostgresUrl(url);
  if (typeof address === 'string') throw notSetUp(`${VARIABLE} ${address}`);
  const mask = ports.network.masker([url, address.password]);
  const connection = new PostgresConnection(address, mask);
  return new PostgresStore(connection, { key: await keyOfProject(ports), account: ports.account });
}
