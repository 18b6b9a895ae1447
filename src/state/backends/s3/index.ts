import { choice, optional, text } from '../../../model/kind/schema-types.js';
import type { BackendDefinition } from '../backend-definition.js';
import { addressFaults } from '../store-settings.js';

export const s3: BackendDefinition = {
  title: 'a bucket of S3 or of a service like it',
  settings: {
    bucket: optional(text({ title: 'bucket', description: 'Of the s3 backend.', examples: ['ads-state'] })),
    prefix: optional(
      text({
        title: 'prefix',
        description: 'What the names of all objects of the s3 backend begin with.',
        examples: ['adwright'],
      }),
    ),
    region: optional(
      text({
        title: 'region',
        description:
          'Of the s3 backend. By default AWS_REGION or AWS_DEFAULT_REGION of the environment, else us-east-1.',
        examples: ['eu-central-1'],
      }),
    ),
    endpoint: optional(
      text({
        title: 'endpoint',
        description:
          "Address of the service of the s3 backend, by default AWS's. The bucket goes into the path, unless the host begins with it.",
        examples: ['https://minio.example.com'],
      }),
    ),
    create: optional(
      choice(['if-none-match', 'forbid-overwrite'], {
        title: 'create',
        description:
          'How the s3 backend asks not to replace an object: by the header If-None-Match, or by those of Alibaba OSS and Tencent COS.',
        default: 'if-none-match',
      }),
    ),
  },
  check: ({ endpoint, bucket, prefix }) => [
    ...addressFaults('endpoint', endpoint),
    ...(bucket === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/u.test(bucket)
      ? []
      : [{ setting: 'bucket', code: 'bad-setting', fault: 'is not the name of a bucket' } as const]),
    // In an address such levels are taken away, and the rest may name another place.
    ...(prefix?.split('/').some((level) => level === '.' || level === '..')
      ? [{ setting: 'prefix', code: 'bad-setting', fault: 'has a level that is `.` or `..`' } as const]
      : []),
  ],
  placeSetting: 'key',
  findsByFolder: true,
  goesWithMachine: false,
  async open(ports) {
    const [{ openS3 }, { openLog }] = await Promise.all([import('./open-s3.js'), import('../../log/log-backend.js')]);
    return openLog(await openS3(ports), ports);
  },
};
