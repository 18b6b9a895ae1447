/** What `init` writes. It has to make sense to someone who sees Adwright for the first time. */

export const PROJECT_FILE = `version: 1
accounts:
  main:
    baseUrl: sandbox        # built into Adwright, to try things on; later the address of the service
    # service:              # names and forms that differ between services: docs/service-settings.md
    #   platformSegment: ads
state:
  backend: file
  path: .adwright/state     # keep it: nothing else records which groups and creatives Adwright created
`;

export const FIRST_MANIFEST = `version: 1
groups:
  first-group:              # a name of your choice; its address is group/first-group
    campaignId: 1001
    name: 示例推广组
    price: 1.20             # group bid in yuan
    negativeWords:
      phrase: [免费]
richCreatives:
  - groups: [first-group]
    creative: sublinks-mobile
    content:
      - { text: 新品, url: "https://m.example.com/new" }
      - { text: 特价, url: "https://m.example.com/sale" }

# keywords:                 # identified by id (from the console's export); Adwright cannot create them
#   - id: 80001234
#     price: 0.80
`;

export const IGNORED: readonly string[] = ['.adwright/', 'adwright-rescue-*.json', 'node_modules/'];

/** Where the CI examples of the package's folder `ci/` go. */
export const CI_EXAMPLES: Readonly<Record<string, string>> = {
  'github.yml': '.github/workflows/adwright.yml',
  'gitlab.yml': '.gitlab/adwright.yml',
};
