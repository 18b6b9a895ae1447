/**
 * Keywords of Adwright's own, which check nothing: the role of a text, its choices and how a value is called in
 * messages.
 */
export const ANNOTATIONS = ['adwright', 'choices', 'expected'] as const;
