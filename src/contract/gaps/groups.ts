import { gap, type InterfaceGap } from './gap.js';

/** addGroups. */
export const GROUP_GAPS: readonly InterfaceGap[] = [
  gap(
    'group-failure',
    'addGroups',
    'The shape of a failures item.',
    'index, code, message, description',
    'groupFailures',
  ),
  gap(
    'group-names',
    'addGroups',
    'How long a name may be, and in which unit.',
    'one character at least',
    'groupNames',
    'groupNames',
  ),
  gap(
    'duplicate-names',
    'addGroups',
    'A second group with the same name in a campaign.',
    'accepted',
    'duplicateGroupNames',
  ),
  gap('group-quota', 'limits', 'How many groups a campaign may hold.', 'any number', 'maxGroupsPerCampaign'),
  gap('group-price', 'addGroups', 'The lowest group bid.', '0.01'),
  gap('industry-codes', 'addGroups', 'The list of delivery-business codes.', 'any code, one to four levels'),
  gap(
    'industry-required',
    'fields',
    'Which industries require tags.',
    'not the one of this account',
    'industryTagsRequired',
  ),
  gap('industry-custom', 'fields', 'Which leaves are custom industries.', 'none', 'customIndustryCodes'),
];
