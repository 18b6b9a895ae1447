import { optional, text } from '../../../model/kind/schema-types.js';
import type { BackendDefinition } from '../backend-definition.js';
import { addressFaults } from '../store-settings.js';

export const gitlab: BackendDefinition = {
  title: "GitLab's store of Terraform states",
  settings: {
    url: optional(
      text({
        title: 'url',
        description: 'The GitLab of the gitlab backend, or its /api/v4. By default CI_API_V4_URL of the environment.',
        examples: ['https://gitlab.example.com'],
      }),
    ),
    project: optional(
      text({
        title: 'project',
        description: "Number or path of the project that keeps the gitlab backend's states.",
        examples: ['42', 'ads/shop'],
      }),
    ),
  },
  check: ({ url, project }) => [
    ...addressFaults('url', url),
    ...(project === undefined || /^(?:[1-9][0-9]*|[^\s/?#]+(?:\/[^\s/?#]+)+)$/u.test(project)
      ? []
      : [
          { setting: 'project', code: 'bad-setting', fault: 'is neither a number nor a path (group/project)' } as const,
        ]),
  ],
  placeSetting: 'key',
  findsByFolder: true,
  goesWithMachine: false,
  async open(ports) {
    const [{ openGitlab }, { openLog }] = await Promise.all([
      import('./open-gitlab.js'),
      import('../../log/log-backend.js'),
    ]);
    return openLog(await openGitlab(ports), ports);
  },
};
