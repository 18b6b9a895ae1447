import { listOf, record, type Schema, text, words } from './schema.js';

/** Texts of one record of the service, none of which is sure to be there. */
function texts(fields: Readonly<Record<string, string | Schema>>): Schema {
  return record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [`${name}?`, typeof field === 'string' ? text(field) : field]),
    ),
  );
}

const AMOUNTS = { views: 'Impressions.', clicks: 'Clicks.', totalCost: 'Cost in yuan, decimal text.' };

/** What replies hold, by the names under which the document lists them. */
export const RECORDS: Readonly<Record<string, Schema>> = {
  Failure: {
    ...texts({ code: 'Number or text.', message: 'What went wrong.', description: 'More about it.' }),
    description:
      'Why an item, or the whole request, failed. Which of these fields there are, and whether the item is named, differs from operation to operation.',
    additionalProperties: true,
  },
  Account: texts({
    uid: 'The real account id; the login gives an encoded one.',
    userName: 'Name of the account.',
    email: 'Address for mail.',
    category: 'Not explained.',
    agency: 'Not explained.',
    companyName: 'Name of the company.',
    industry1: 'Industry, first level.',
    industry2: 'Industry, second level.',
    balance: { type: 'number', description: 'Balance in yuan.' },
    budget: 'Budget, decimal text.',
    mvBudget: 'Budget, decimal text.',
    appBudget: 'Budget, decimal text.',
    resources: 'Not explained.',
    status: 'Not explained.',
    allowDomain: 'Domains that advertisements may lead to, separated by commas.',
    allowMobileDomain: 'The same for mobile devices.',
    allowDevice: 'Not explained.',
    isMedical: 'Not explained.',
  }),
  Keyword: texts({
    id: 'Keyword id.',
    groupId: 'The group that it belongs to.',
    word: 'The text of the keyword.',
    price: 'PC bid in yuan.',
    matchType: 'Match type.',
    destinationUrl: 'PC landing URL.',
    mobileDestinationUrl: 'Mobile landing URL.',
    deeplinkUrl: 'Application-launch URL.',
    optStatus: words(['enabled', 'paused'], 'The switch of the advertiser.'),
    status: words(['pause', 'enable', 'pending', 'reject', 'delete', 'ineffective'], 'PC status.'),
    mobileStatus: words(['pending', 'pass', 'reject', 'ineffective'], 'Mobile status.'),
    cause: 'Why it was rejected.',
    pcLowestPrice: 'Bids below this may get no PC impressions.',
    pcLeft3Price: 'Suggested bid for the top three positions on the left.',
    pcLeftPrice: 'Suggested bid for a position on the left.',
    tag: 'JSON text: a list of objects with id, is_important and title.',
    addTime: 'When it was added.',
    updateTime: 'When it last changed.',
    wildcardTag: words(['0', '1'], '1: it can match wildcard creatives.'),
    tagCause: 'Why it cannot match wildcard creatives.',
  }),
  KeywordTag: texts({
    id: 'Tag id.',
    title: 'Name of the tag.',
    is_important: words(['0', '1'], '1: a key-keyword tag.'),
  }),
  App: texts({
    appId: 'Application id.',
    title: 'Name.',
    type: 'Android or iOS.',
    imageUrl: 'URL of the icon.',
    appUrl: 'Download link.',
    appAutoCheck: words(['ON', 'OFF'], 'Android only.'),
    developer: 'Android only.',
    privacyUrl: 'Android only.',
    authUrl: 'Android only.',
    copyright: 'URLs of the proofs of copyright, separated by commas.',
    status: words(['enable', 'pending', 'reject'], 'State of the review.'),
    cause: 'Why it was rejected.',
    updateTime: 'When it last changed.',
    remark: 'Note.',
  }),
  Picture: texts({
    picId: 'Picture id.',
    picUrl: 'URL of the picture.',
    width: 'Width in pixels.',
    height: 'Height in pixels.',
    tags: listOf(text(), { description: 'Labels.' }),
    source: 'Where it comes from.',
    addTime: 'When it was bound to a group.',
    updateTime: 'When it last changed.',
  }),
  PackageEntry: texts({
    word: 'Recommended keyword.',
    pv: 'Weekly average of search views; <10 below 10.',
    mpv: 'The same on mobile devices.',
  }),
  ComponentRow: texts({
    date: 'Day.',
    type: words(['computer', 'mobile'], 'Device.'),
    campaignId: 'Campaign id.',
    campaignName: 'Name of the campaign.',
    groupId: 'Group id.',
    groupName: 'Name of the group.',
    sublinkId: 'Component id.',
    ...AMOUNTS,
  }),
  CreativeRow: texts({
    date: 'Day.',
    campaignId: 'Campaign id.',
    campaignName: 'Name of the campaign.',
    groupId: 'Group id.',
    groupName: 'Name of the group.',
    adType: 'Creative type; only in the report by creative type.',
    ...AMOUNTS,
  }),
};
