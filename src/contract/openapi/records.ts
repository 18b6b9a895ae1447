import { APP_RECORD } from '../records/app.js';
import { KEYWORD_RECORD } from '../records/keyword.js';
import { PICTURE_RECORD } from '../records/picture.js';
import { recordSchema } from './from-record.js';
import { record, type Schema, textSchema, words } from './schema.js';

/** Texts of one record of the service, none of which is sure to be there. */
function texts(fields: Readonly<Record<string, string | Schema>>): Schema {
  return record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        `${name}?`,
        typeof field === 'string' ? textSchema(field) : field,
      ]),
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
  Keyword: recordSchema(KEYWORD_RECORD),
  KeywordTag: texts({
    id: 'Tag id.',
    title: 'Name of the tag.',
    is_important: words(['0', '1'], '1: a key-keyword tag.'),
  }),
  App: recordSchema(APP_RECORD),
  Picture: recordSchema(PICTURE_RECORD),
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
