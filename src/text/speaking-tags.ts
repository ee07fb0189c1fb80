/**
 * Marks that stand for us, for the client or for a call of a tool, however they are written: spaced, in full-width or
 * mathematical letters, in letters of another alphabet that look the same. A model may take any of them for the real one.
 */
export function breakSpeakingTags(text: string): string {
  return OPENING.test(text) ? text.replaceAll(EACH_OPENING, (bracket, at: number) => breakAt(text, bracket, at)) : text
}

/** Stands in the place of the bracket: what follows is shown and is no mark any more. */
const BROKEN = '[<] '

const OPENINGS = '<\u02c2\u1438\u2039\u227a\u2329\u276e\u27e8\u2991\u3008\u300a\ufe64\uff1c'
const OPENING = new RegExp(`[${OPENINGS}]`)
const EACH_OPENING = new RegExp(`[${OPENINGS}]`, 'g')

/** As far as a mark may be drawn apart. */
const MAX_SPREAD = 120

const TAGS = [
  'backscroll-',
  'system-reminder',
  'system>',
  'function_calls',
  'invoke',
  'antml:',
  'tool_use',
  'tool_call',
  'tool_result',
  'user-prompt-submit-hook',
  'task-notification',
  'command-',
  'local-command-',
  'bash-input',
  'bash-std',
]
const LONGEST = Math.max(...TAGS.map(tag => tag.length))
const FIRST_LETTERS = new Set(TAGS.map(tag => tag[0]))

function breakAt(text: string, bracket: string, at: number): string {
  const from = at + bracket.length
  const name = plainLetters(text, from)
  const tag = TAGS.find(known => name.startsWith(known))
  if (tag === undefined || (tag === 'invoke' && !/^invoke(?:name|>|$)/.test(name))) return bracket
  return BROKEN
}

/** What a reader sees behind a bracket, in small Latin letters without white space. */
function plainLetters(text: string, from: number): string {
  let plain = ''
  const end = Math.min(text.length, from + MAX_SPREAD)
  for (let at = from; at < end && plain.length <= LONGEST; ) {
    const code = text.codePointAt(at) as number
    const char = String.fromCodePoint(code)
    at += char.length
    if (code === 0x20 || code === 0x09 || (plain === '' && char === '/')) continue
    const letters = code < 0x80 ? char.toLowerCase() : foldLetter(char)
    if (plain === '' && letters === '/') continue
    plain += letters
    // Most brackets open something else, which the first letter tells.
    if (plain !== '' && !FIRST_LETTERS.has(plain[0])) return ''
  }
  return plain
}

function foldLetter(char: string): string {
  const folded = char.normalize('NFKC').toLowerCase()
  return [...folded]
    .map(letter => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .trim()
}

/** Letters of other alphabets, and dashes, that cannot be told from those of our marks. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    ['a', 'аα'],
    ['b', 'Ьв'],
    ['c', 'сϲ'],
    ['d', 'ԁ'],
    ['e', 'еε'],
    ['h', 'һ'],
    ['i', 'іιı'],
    ['j', 'ј'],
    ['k', 'кκ'],
    ['l', 'ӏⅼ'],
    ['m', 'м'],
    ['n', 'ոη'],
    ['o', 'оοօ'],
    ['p', 'рρ'],
    ['r', 'г'],
    ['s', 'ѕ'],
    ['t', 'тτ'],
    ['u', 'υս'],
    ['v', 'ѵν'],
    ['y', 'уγ'],
    ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212'],
    ['>', '\u203a\u232a\u276f\u27e9\u3009'],
    ['/', '\u2044\u2215'],
    ['_', '\u203f'],
    [':', '\u2236\ua789'],
  ].flatMap(([plain = '', others = '']) => [...others].map(other => [other, plain] as const)),
)
