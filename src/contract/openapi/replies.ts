import type { EndpointName } from '../endpoints.js';
import { listSchema, record, reference, type Schema, textSchema } from './schema.js';

const failures = listSchema(reference('Failure'), { description: 'Absent or empty where nothing failed.' });
const list = (name: string) => listSchema(reference(name));
const newId = (what: string): Schema => ({ type: 'integer', minimum: 0, description: `${what}; 0 where it failed.` });

/** What each operation answers. */
export const REPLIES: Readonly<Record<EndpointName, Schema>> = {
  login: record({
    uid: textSchema('Encoded account id.'),
    accessToken: textSchema('Access token, valid for 10 hours.'),
  }),
  accountInfo: reference('Account'),
  addRichCreatives: record({
    success: listSchema(
      record({
        id: newId('Id of the new creative'),
        type: textSchema('Creative type.'),
        groupId: textSchema('The group that it belongs to.'),
        device: textSchema('computer or mobile.'),
      }),
    ),
    'failures?': failures,
  }),
  getKeywords: record({ keywordList: list('Keyword') }),
  addGroups: record({
    groupIdList: listSchema(newId('Id of the new group'), { description: 'In the order of the request.' }),
    'failures?': failures,
  }),
  addAppTask: record({ appTaskId: newId('Id of the offline task'), 'failures?': failures }),
  updateKeywords: record({
    errno: { type: 'integer', description: '10000 in a successful reply.' },
    affectedRecords: { type: 'integer', description: 'How many keywords were updated.' },
    failKeywordIds: textSchema('Ids of keywords whose data was invalid; the others were updated.'),
    'failures?': failures,
  }),
  getApps: record({ appList: list('App') }),
  keywordPackages: record({
    list: {
      type: 'object',
      description: 'Entries by the name of the package.',
      additionalProperties: list('PackageEntry'),
    },
  }),
  componentReport: record({ sublinkList: list('ComponentRow') }),
  creativeReport: record({ richcreativeList: list('CreativeRow') }),
  unbindPictures: record({
    successGroupIdList: listSchema({ type: 'integer' }, { description: 'Groups that were processed.' }),
    'failures?': failures,
  }),
  listPictures: record({
    count: { type: 'integer', description: 'How many pictures match in all.' },
    pictureList: list('Picture'),
  }),
  keywordTags: record({ tagList: list('KeywordTag') }),
  updatePictureTags: record({
    success: listSchema(textSchema(), { description: 'Pictures whose tags were set.' }),
    'failures?': failures,
  }),
};
