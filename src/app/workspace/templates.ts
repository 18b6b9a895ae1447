/** What `init` writes. Each is meant to be read by someone who sees Adwright for the first time. */

export const PROJECT_FILE = `version: 1
accounts:
  main:
    baseUrl: sandbox        # an embedded service to try things on; the address of the real one later
    # service:              # how your service spells what the interface leaves open: docs/service-settings.md
    #   platformSegment: ads
state:
  backend: file
  path: .adwright/state     # what Adwright created; keep it, it is the only memory of groups and creatives
`;

export const FIRST_MANIFEST = `version: 1
groups:
  first-group:              # your own name for it, used in addresses: group/first-group
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

# keywords:                 # known by their ids, from the console's export; they cannot be created here
#   - id: 80001234
#     price: 0.80
`;

export const IGNORED: readonly string[] = ['.adwright/', 'adwright-rescue-*.json', 'node_modules/'];

/** Where the CI examples of the package's folder `ci/` go. */
export const CI_EXAMPLES: Readonly<Record<string, string>> = {
  'github.yml': '.github/workflows/adwright.yml',
  'gitlab.yml': '.gitlab/adwright.yml',
};
