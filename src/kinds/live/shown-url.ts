import { type ShownAs, urlMeaning } from '../../model/index.js';

/** Services store some URLs in another spelling: the host in lower case, a slash at the end. */
export const SHOWN_URL: ShownAs = {
  fits: (sent, shown) =>
    typeof sent === 'string' && typeof shown === 'string' && urlMeaning(sent) === urlMeaning(shown),
  remark: () => ({ code: 'url-stored-differently', reason: 'The service stores a URL in another spelling' }),
};
