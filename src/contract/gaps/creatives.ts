import { gap, type InterfaceGap } from './gap.js';

/** addRichCreatives, and what it makes. */
export const CREATIVE_GAPS: readonly InterfaceGap[] = [
  gap(
    'creative-sets',
    'addRichCreatives',
    'How one creative set is written.',
    'as an array in the array',
    'service.creativeSets',
    'service.creativeSets',
  ),
  gap(
    'creative-failure',
    'addRichCreatives',
    'The shape of a failures item.',
    'type, groupId, device, code, message, description, next to an id of 0',
    'creativeFailures',
  ),
  gap('creative-text-limits', 'addRichCreatives', "The platform's own limits per creative type.", 'none'),
  gap(
    'creative-groups',
    'addRichCreatives',
    'How many groups one call may name.',
    'any number',
    'maxGroupsPerCreativeAdd',
    'limits.groupsPerCreativeAdd',
  ),
  gap(
    'creative-second',
    'addRichCreatives',
    'A second creative of the same type and device in a group.',
    'that creative fails',
  ),
  gap(
    'link-texts',
    'addRichCreatives',
    'The scope within which link texts of navigations are unique.',
    'within the whole set',
    'linkTexts',
  ),
  gap(
    'showcase-image',
    'addRichCreatives',
    'Format and size of showcase images and app icons.',
    'any image that can be decoded',
  ),
  gap('image-units', 'addRichCreatives', 'What K and M are.', '1,024 bytes and 1,024 K, of the decoded image'),
  gap(
    'video-upload',
    'addRichCreatives',
    'How a video is uploaded.',
    'videos of the fixture are checked, others accepted',
    'unknownVideos',
  ),
  gap('creative-read', 'fields', 'Fields of groups and creatives on read.', 'they cannot be read'),
  gap(
    'creative-pictures',
    'listPictures',
    'Under which source the images of rich creatives are listed.',
    'richcreative',
    'creativePictureSource',
  ),
];
