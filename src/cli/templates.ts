/** What `init` writes. Each is meant to be read by somebody who sees Adwright for the first time. */

export const PROJECT_FILE = `# yaml-language-server: $schema=./node_modules/adwright/schemas/project.schema.json
version: 1
accounts:
  main:
    baseUrl: sandbox        # an embedded service to try things on; the address of the real one later
    # service:              # how your service spells what the interface leaves open: docs/service-settings.md
    #   platformSegment: ads
state:
  backend: file
  path: .adwright/state     # what Adwright created; keep it, it is the only memory of groups and creatives
`;

export const FIRST_MANIFEST = `# yaml-language-server: $schema=../node_modules/adwright/schemas/manifest.schema.json
version: 1
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

export const IGNORED: readonly string[] = ['.adwright/', 'adwright-rescue-*.json'];

export const CI_EXAMPLE = `# An example to adapt: it was not run on the provider.
name: adwright
on:
  pull_request:
  push:
    branches: [main]
jobs:
  plan:
    runs-on: ubuntu-latest
    env:
      ADWRIGHT_API_KEY: \${{ secrets.ADWRIGHT_API_KEY }}
      ADWRIGHT_USERNAME: \${{ secrets.ADWRIGHT_USERNAME }}
      ADWRIGHT_PASSWD: \${{ secrets.ADWRIGHT_PASSWD }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - run: npm install --global adwright
      - run: adwright validate
      - run: adwright plan --fail-on guardrail
      # An apply needs a state that outlives the job: see docs/state-and-recovery.md before adding one.
`;
