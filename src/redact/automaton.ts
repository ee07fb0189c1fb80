/**
 * One pass over a text for many words at once, in any case: a table of states (Aho and Corasick), so that the cost does
 * not grow with the number of words. What it reports are places to look closer, not matches.
 */
export interface Automaton {
  /** Next state by state, shifted, and class of character. */
  readonly next: Uint16Array | Int32Array
  readonly shift: number
  /** Class of each UTF-16 unit. Below `BASE64_CLASSES`: what base64 is made of. */
  readonly classes: Uint8Array
  /** A byte for each UTF-16 unit: ASCII itself, one for each class of other letters, one for the rest. */
  readonly bytes: Uint8Array
  /** Class of each of these bytes. */
  readonly byteClasses: Uint8Array
  /** States from here on end a word. */
  readonly firstEnd: number
  /** Words that end in a state, by `state - firstEnd`. */
  readonly ends: readonly (readonly number[])[]
  /** Length of each word. */
  readonly lengths: readonly number[]
  /** How much of a word a state has seen. */
  readonly depths: Uint8Array
}

/** Letters in either case, digits and `+/-_` have the first classes. */
export const BASE64_CLASSES = 40
const OTHER = BASE64_CLASSES
/** As many classes as bytes are left beside ASCII and the rest. */
const MAX_CLASSES = 127
const OTHER_BYTE = 128
/** Line ends, backslashes and terminal escapes: what a line wrap is looked for at. */
export const WRAP_CLASSES = 3
export const FIRST_WRAP_CLASS = BASE64_CLASSES + 1
/** Longer words are found by their beginning. */
export const MAX_WORD = 48

export function buildAutomaton(words: readonly string[]): Automaton {
  const { classes, width } = classify(words)
  const trie = growTrie(words, classes, width)
  return link(trie, words, classes, width)
}

function classify(words: readonly string[]): { classes: Uint8Array; width: number } {
  const classes = new Uint8Array(0x10000).fill(OTHER)
  let count = 0
  for (const char of 'abcdefghijklmnopqrstuvwxyz') {
    classes[char.charCodeAt(0)] = count
    classes[char.toUpperCase().charCodeAt(0)] = count++
  }
  for (const char of '0123456789+/-_') classes[char.charCodeAt(0)] = count++
  count = FIRST_WRAP_CLASS
  for (const char of '\n\\\u001b') classes[char.charCodeAt(0)] = count++
  for (const word of words) {
    for (let i = 0; i < word.length && i < MAX_WORD; i++) {
      const forms = foldsOf(word[i] as string)
      if (forms.some(form => classes[form.charCodeAt(0)] !== OTHER)) continue
      // With more letters than classes they share the last one: more places to look at, none missed.
      for (const form of forms) classes[form.charCodeAt(0)] = Math.min(count, MAX_CLASSES - 1)
      count++
    }
  }
  return { classes, width: Math.min(count, MAX_CLASSES) }
}

function foldsOf(char: string): readonly string[] {
  return [char, char.toLowerCase(), char.toUpperCase()].filter(form => form.length === 1)
}

interface Trie {
  readonly children: Map<number, number>[]
  readonly endsAt: number[][]
  readonly depth: number[]
}

function growTrie(words: readonly string[], classes: Uint8Array, width: number): Trie {
  const trie: Trie = { children: [new Map()], endsAt: [[]], depth: [0] }
  for (const [id, word] of words.entries()) {
    let node = 0
    for (let i = 0; i < word.length && i < MAX_WORD; i++) {
      const kind = Math.min(classes[word.charCodeAt(i)] as number, width - 1)
      let child = trie.children[node]?.get(kind)
      if (child === undefined) {
        child = trie.children.length
        trie.children.push(new Map())
        trie.endsAt.push([])
        trie.depth.push(i + 1)
        trie.children[node]?.set(kind, child)
      }
      node = child
    }
    if (node !== 0) trie.endsAt[node]?.push(id)
  }
  return trie
}

function link(trie: Trie, words: readonly string[], classes: Uint8Array, width: number): Automaton {
  const count = trie.children.length
  const table = new Int32Array(count * width)
  const fail = new Int32Array(count)
  const order: number[] = []
  for (const [kind, child] of trie.children[0] ?? []) {
    table[kind] = child
    order.push(child)
  }
  // Breadth first: the state to fall back to is shorter and therefore complete.
  for (let at = 0; at < order.length; at++) {
    const node = order[at] as number
    const back = fail[node] as number
    trie.endsAt[node]?.push(...(trie.endsAt[back] ?? []))
    table.copyWithin(node * width, back * width, back * width + width)
    for (const [kind, child] of trie.children[node] ?? []) {
      fail[child] = table[back * width + kind] as number
      table[node * width + kind] = child
      order.push(child)
    }
  }
  return renumber(trie, table, words, classes, width)
}

/** States that end a word come last, so that one comparison tells them. */
function renumber(
  trie: Trie,
  table: Int32Array,
  words: readonly string[],
  classes: Uint8Array,
  width: number,
): Automaton {
  const count = trie.children.length
  const shift = Math.ceil(Math.log2(width))
  const quiet = trie.endsAt.flatMap((ends, node) => (ends.length === 0 ? [node] : []))
  const ending = trie.endsAt.flatMap((ends, node) => (ends.length === 0 ? [] : [node]))
  const order = [...quiet, ...ending]
  const place = new Int32Array(count)
  for (const [at, node] of order.entries()) place[node] = at
  // Half the size is half as often out of the cache.
  const next = count <= 0x10000 ? new Uint16Array(count << shift) : new Int32Array(count << shift)
  const depths = new Uint8Array(count)
  for (const [at, node] of order.entries()) {
    for (let kind = 0; kind < width; kind++) {
      next[(at << shift) + kind] = place[table[node * width + kind] as number] as number
    }
    depths[at] = trie.depth[node] as number
  }
  return {
    next,
    shift,
    classes,
    ...classifyBytes(classes),
    firstEnd: quiet.length,
    ends: ending.map(node => trie.endsAt[node] as number[]),
    lengths: words.map(word => Math.min(word.length, MAX_WORD)),
    depths,
  }
}

function classifyBytes(classes: Uint8Array): { readonly bytes: Uint8Array; readonly byteClasses: Uint8Array } {
  const bytes = new Uint8Array(0x10000)
  const byteClasses = new Uint8Array(256).fill(OTHER)
  for (let code = 0; code < 0x10000; code++) {
    const kind = classes[code] as number
    const byte = code < 128 ? code : kind === OTHER ? OTHER_BYTE : 255 - kind
    bytes[code] = byte
    byteClasses[byte] = kind
  }
  return { bytes, byteClasses }
}
