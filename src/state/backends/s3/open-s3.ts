import type { BackendPorts } from '../backend-definition.js';
import { keyOfProject } from '../git/key-of-project.js';
import { notSetUp } from '../store-faults.js';
import { variableOf, webAddress } from '../store-settings.js';
import { objectNames } from './object-names.js';
import { type BucketAddress, type S3Keys, S3Requests } from './s3-requests.js';
import { S3Store } from './s3-store.js';

/** The state of one account in the bucket that the project file names. */
export async function openS3(ports: BackendPorts): Promise<S3Store> {
  const { environment, network, clock, account } = ports;
  const { prefix, create } = ports.project.state.own;
  const keys = keysOf(environment);
  const bucket = bucketAddress(ports);
  network.allow(bucket.url, { isOwnWord: false, getsCredentials: keys.sessionToken !== undefined && !bucket.isAws });
  const mask = network.masker([keys.accessKeyId, keys.secretAccessKey, keys.sessionToken]);
  const key = await keyOfProject(ports);
  const requests = new S3Requests({
    bucket,
    keys,
    clock,
    mask,
    connect: () => network.connect(new URL(bucket.url.origin)),
  });
  return new S3Store(requests, {
    names: objectNames(prefix, key, account),
    condition: create === 'forbid-overwrite' ? FORBID_OVERWRITE : IF_NONE_MATCH,
    where: `s3 ${bucket.shown}, ${key}/${account}`,
  });
}

const IF_NONE_MATCH = { 'if-none-match': '*' };
/** Each service knows its own, and lets the other one pass. */
const FORBID_OVERWRITE = { 'x-oss-forbid-overwrite': 'true', 'x-cos-forbid-overwrite': 'true' };

/** Ours come first, as a whole: a session token of other keys would be refused. */
function keysOf(environment: BackendPorts['environment']): S3Keys {
  for (const prefix of ['ADWRIGHT_STATE_', 'AWS_']) {
    const [accessKeyId, secretAccessKey, sessionToken] = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN'].map(
      (name) => variableOf(environment, [`${prefix}${name}`]),
    );
    if (accessKeyId === undefined && secretAccessKey === undefined) continue;
    if (accessKeyId !== undefined && secretAccessKey !== undefined)
      return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
    const absent = accessKeyId === undefined ? 'ACCESS_KEY_ID' : 'SECRET_ACCESS_KEY';
    throw notSetUp(`The keys for the bucket of the state are not whole: ${prefix}${absent} is not set`);
  }
  throw notSetUp(
    'The state is kept in a bucket, and the environment has no keys for it: ADWRIGHT_STATE_ACCESS_KEY_ID and ADWRIGHT_STATE_SECRET_ACCESS_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
}

function bucketAddress({ project, environment }: BackendPorts): BucketAddress {
  const {
    bucket,
    region = variableOf(environment, ['AWS_REGION', 'AWS_DEFAULT_REGION']) ?? 'us-east-1',
    endpoint,
  } = project.state.own;
  if (bucket === undefined)
    throw notSetUp('The state is kept in a bucket, and adwright.yaml does not name it as `state.bucket`');
  if (endpoint === undefined) {
    // A certificate of AWS covers no name with a point in it.
    const inHost = !bucket.includes('.') && bucket.toLowerCase() === bucket && !bucket.includes('_');
    const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
    const url = new URL(inHost ? `https://${bucket}.${host}/` : `https://${host}/${bucket}/`);
    return { url, region, isAws: true, shown: `bucket ${bucket} (${region})` };
  }
  const base = webAddress(endpoint);
  if (base === undefined) throw notSetUp('`state.endpoint` is not an http(s) address');
  const path = base.pathname.replace(/\/+$/u, '');
  const url = new URL(
    base.host.startsWith(`${bucket}.`) ? `${base.origin}${path}/` : `${base.origin}${path}/${bucket}/`,
  );
  return { url, region, isAws: false, shown: `bucket ${bucket} at ${base.host}` };
}
