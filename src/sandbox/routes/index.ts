import type { EndpointName } from '../../contract/index.js';
import type { Handler } from '../call/call.js';
import { accountInfo, login } from './account.js';
import { addAppTask, getApps } from './apps.js';
import { addGroups } from './groups.js';
import { keywordPackages, keywordTags } from './keyword-lists.js';
import { getKeywords, updateKeywords } from './keywords.js';
import { listPictures, unbindPictures, updatePictureTags } from './pictures.js';
import { componentReport, creativeReport } from './reports.js';
import { addRichCreatives } from './rich-creatives.js';

/** All operations of the interface. */
export const HANDLERS: Readonly<Record<EndpointName, Handler>> = {
  login,
  accountInfo,
  addRichCreatives,
  getKeywords,
  addGroups,
  addAppTask,
  updateKeywords,
  getApps,
  keywordPackages,
  componentReport,
  creativeReport,
  unbindPictures,
  listPictures,
  keywordTags,
  updatePictureTags,
};
