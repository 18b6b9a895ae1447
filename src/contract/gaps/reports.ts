import { gap, type InterfaceGap } from './gap.js';

/** Keyword packages, reports, and pictures of the library. */
export const REPORT_GAPS: readonly InterfaceGap[] = [
  gap('unknown-package', 'keywordPackages', 'A package name that does not exist.', 'an empty object', 'unknownPackage'),
  gap('report-ready', 'limits', 'When the report of a day is generated.', '08:30 of the next day', 'reports.readyAt'),
  gap('report-days', 'limits', 'How 90 days are counted.', 'both ends included'),
  gap('report-code', 'failures', 'Whether 70109 rejects the whole request.', 'yes, if any of its days is missing'),
  gap(
    'unbind-untagged',
    'failures',
    'What 250202 means when unbinding.',
    'a picture without tags cannot be unbound',
    'unbindUntagged',
  ),
  gap(
    'unbind-unbound',
    'unbindPictures',
    'A picture that is not bound to the group.',
    'counts as done',
    'unbindUnbound',
  ),
  gap('picture-tags-form', 'listPictures', 'Form of tags on read.', 'a list', 'pictureTags'),
  gap('picture-tag-count', 'updatePictureTags', 'Most tags per picture.', 'any number', 'maxTagsPerPicture'),
  gap('picture-tag-batch', 'updatePictureTags', 'Most pictures per request.', 'any number', 'maxPicturesPerTagUpdate'),
  gap('picture-tag-failure', 'updatePictureTags', 'The shape of a failures item.', 'picId, code, message, description'),
];
