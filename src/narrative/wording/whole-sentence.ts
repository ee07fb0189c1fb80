/**
 * Whether a line can stand alone: it was not cut in the middle, and does not begin there. Names may begin with a small
 * letter (`parser.ts`, `npm`-like words in backticks), other sentences do not.
 */
export function isWholeSentence(text: string): boolean {
  return !BEGINS_INSIDE.test(text) && isWholeItem(text)
}

/** The same for an item of a list, which may begin as it likes. */
export function isWholeItem(text: string): boolean {
  return !ENDS_INSIDE.test(text) && !JOINS.test(text) && isBalanced(text)
}

/** A word of small letters alone; one with a dot, a slash, an underline or a capital inside is a name. */
const BEGINS_INSIDE = /^(?:\p{Ll}[\p{Ll}'’-]*(?=[\s,;:)])|[),;:\]}…]|[—–-]\s)/u
const ENDS_INSIDE =
  /[,;([{—–-]$|\b(?:and|or|the|an?|to|of|in|for|with|by|from|that|which|is|are|be|but|if|as|at|into|your|my|our|its|their|than|und|oder|der|die|das|den|mit|für|et|ou|le|la|les|des|y|el|los|con|para|because|since|then|(?<!\bdo )so|when|while|until|unless|although|whereas|where|who|whose|whether|e\.?g\.?|i\.?e\.?|weil|dann|wenn|bis|während|dass|obwohl|z\.\s?b\.?|parce que|car|puis|quand|porque|luego|cuando)$/iu
/** The word that joins it to the one before. */
const JOINS = /^(?:(?:and|or|then|but|so|und|oder|dann|aber|et|ou|puis|y|luego)\s|(?:[eE]\.g|[iI]\.e|z\.\s?B)\.)/u

function isBalanced(text: string): boolean {
  const count = (sign: string): number => text.split(sign).length - 1
  return count('`') % 2 === 0 && count('**') % 2 === 0 && count('(') <= count(')') + (text.endsWith('…') ? 9 : 0)
}
