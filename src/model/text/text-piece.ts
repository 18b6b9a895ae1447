/**
 * Characters in one piece of a long text. A text of 65,536 characters of two bytes no longer fits a page of V8's heap: it
 * gets a place of its own, and putting it together takes four times as long.
 */
export const TEXT_PIECE = 32_768;
