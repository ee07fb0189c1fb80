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

/** Nodes are numbers, their children a chain: with a hundred thousand words a map for each node takes half a gigabyte. */
interface Trie {
  /** The first child of each node, and the next one of the same parent; 0 where there is none. */
  readonly first: number[]
  readonly next: number[]
  /** The class of character that leads to each node. */
  readonly kinds: number[]
  readonly endsAt: Map<number, number[]>
  readonly depth: number[]
}

function growTrie(words: readonly string[], classes: Uint8Array, width: number): Trie {
  const trie: Trie = { first: [0], next: [0], kinds: [0], endsAt: new Map(), depth: [0] }
  for (const [id, word] of words.entries()) {
    let node = 0
    for (let i = 0; i < word.length && i < MAX_WORD; i++) {
      const kind = Math.min(classes[word.charCodeAt(i)] as number, width - 1)
      node = childOf(trie, node, kind) || addChild(trie, node, kind)
    }
    if (node !== 0) addEnds(trie, node, [id])
  }
  return trie
}

function childOf({ first, next, kinds }: Trie, node: number, kind: number): number {
  let child = first[node] as number
  while (child !== 0 && kinds[child] !== kind) child = next[child] as number
  return child
}

function addChild({ first, next, kinds, depth }: Trie, node: number, kind: number): number {
  const child = first.length
  next.push(first[node] as number)
  first[node] = child
  first.push(0)
  kinds.push(kind)
  depth.push((depth[node] as number) + 1)
  return child
}

function addEnds({ endsAt }: Trie, node: number, ids: readonly number[]): void {
  const known = endsAt.get(node)
  if (known) known.push(...ids)
  else endsAt.set(node, [...ids])
}

function link(trie: Trie, words: readonly string[], classes: Uint8Array, width: number): Automaton {
  const { first, next, kinds } = trie
  const count = first.length
  const table = new Int32Array(count * width)
  const fail = new Int32Array(count)
  const order: number[] = []
  for (let child = first[0] as number; child !== 0; child = next[child] as number) {
    table[kinds[child] as number] = child
    order.push(child)
  }
  // Breadth first: the state to fall back to is shorter and therefore complete.
  for (let at = 0; at < order.length; at++) {
    const node = order[at] as number
    const back = fail[node] as number
    const shorter = trie.endsAt.get(back)
    if (shorter) addEnds(trie, node, shorter)
    table.copyWithin(node * width, back * width, back * width + width)
    for (let child = first[node] as number; child !== 0; child = next[child] as number) {
      const kind = kinds[child] as number
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
  const count = trie.first.length
  const shift = Math.ceil(Math.log2(width))
  const nodes = [...trie.depth.keys()]
  const quiet = nodes.filter(node => !trie.endsAt.has(node))
  const ending = nodes.filter(node => trie.endsAt.has(node))
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
    ends: ending.map(node => trie.endsAt.get(node) as number[]),
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
