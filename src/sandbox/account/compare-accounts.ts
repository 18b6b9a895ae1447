import type { Records } from './records.js';

/** The tables that a client can add to or change. */
type Account = {
  readonly [Name in 'groups' | 'creatives' | 'apps' | 'keywords' | 'pictures']: readonly Records[Name][];
};

/** One thing of an account. Two with the same text differ only in their ids. */
export interface AccountThing {
  /** As clients call it: `rich-creative`. */
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  /** Its id is part of the text: it can change, but cannot exist twice. */
  readonly isOne: boolean;
}

export function* thingsIn({ groups, creatives, apps, keywords, pictures }: Account): Generator<AccountThing> {
  const groupTexts = new Map<string, string>();
  for (const { id, addTime: _when, ...fields } of groups) {
    const text = JSON.stringify(['group', fields]);
    groupTexts.set(id, text);
    yield { kind: 'group', id, text, isOne: false };
  }
  for (const { id, groupId, addTime: _when, ...fields } of creatives) {
    const text = JSON.stringify(['rich-creative', groupTexts.get(groupId), fields]);
    yield { kind: 'rich-creative', id, text, isOne: false };
  }
  for (const { id, title, type, appUrl, developer, remark } of apps) {
    const text = JSON.stringify(['app', title, type, appUrl, developer, remark]);
    yield { kind: 'app', id, text, isOne: false };
  }
  for (const one of keywords) {
    const { id, price, matchType, destinationUrl, mobileDestinationUrl, deeplinkUrl, optStatus } = one;
    const values = [price, matchType, destinationUrl, mobileDestinationUrl, deeplinkUrl, optStatus];
    yield { kind: 'keyword', id, text: JSON.stringify(['keyword', id, values]), isOne: true };
  }
  for (const { id, tags } of pictures)
    yield { kind: 'picture', id, text: JSON.stringify(['picture', id, [...tags].sort()]), isOne: true };
}

/** What an account has too much of, and what it lacks or has with another value. */
export function compareAccounts(is: Account, should: Account): { readonly doubled: number; readonly lost: number } {
  const surplus = new Map<string, number>();
  const ones = new Set<string>();
  const count = (account: Account, by: number) => {
    for (const { text, isOne } of thingsIn(account)) {
      surplus.set(text, (surplus.get(text) ?? 0) + by);
      if (isOne) ones.add(text);
    }
  };
  count(is, 1);
  count(should, -1);
  let doubled = 0;
  let lost = 0;
  for (const [text, more] of surplus) {
    if (more < 0) lost -= more;
    // Another value of the one that there is: the right one is among what was lost.
    else if (!ones.has(text)) doubled += more;
  }
  return { doubled, lost };
}

/** What someone who looks in the console knows of the thing. */
export interface SoughtThing {
  readonly kind: string;
  /** As a manifest has them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Of a creative: its group, and `sublinks-mobile`. */
  readonly parentId?: string | undefined;
  readonly key?: string | undefined;
}

/** The id of a thing, if the account has it; `others` are the ids of other things. */
export function findThing(
  { groups, apps, creatives }: Account,
  { kind, values, parentId, key }: SoughtThing,
  others: ReadonlySet<string>,
): string | undefined {
  const isNew = ({ id }: { readonly id: string }) => !others.has(id);
  switch (kind) {
    case 'group':
      return groups.find((one) => isNew(one) && one.name === values['name'] && one.campaignId === values['campaignId'])
        ?.id;
    case 'app':
      return apps.find((one) => isNew(one) && one.appUrl === values['appUrl'] && one.type === values['type'])?.id;
    default:
      return creatives.find((one) => isNew(one) && one.groupId === parentId && `${one.type}-${one.device}` === key)?.id;
  }
}
