/**
 * What a terminal sends, as keys. Bytes come in any pieces: a character, an escape sequence or a paste may be cut
 * anywhere, and the rest comes with the next piece. Escape alone looks like the beginning of a sequence, so whoever reads
 * calls `flush` when nothing followed for `waitMs`.
 */
export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'press'; readonly name: KeyName }

export type KeyName =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | 'enter'
  | 'tab'
  | 'back-tab'
  | 'escape'
  | 'backspace'
  | 'delete'
  | `ctrl-${string}`

export interface KeyReader {
  push(bytes: Uint8Array): readonly Key[]
  /** Takes what is there for whole: nothing more came. */
  flush(): readonly Key[]
  /** How long to wait for more before `flush`; undefined where nothing is begun. */
  readonly waitMs: number | undefined
}

export function createKeyReader(): KeyReader {
  // Fatal would throw on what no keyboard sends; a replacement character is dropped below instead.
  const decoder = new TextDecoder()
  let waiting = ''
  let pasted: string | undefined

  function take(isAll: boolean): readonly Key[] {
    const keys: Key[] = []
    while (waiting !== '') {
      const found = pasted === undefined ? takeKey(waiting, isAll) : takePaste()
      if (!found) break
      waiting = waiting.slice(found.length)
      if (found.key === 'paste') pasted = ''
      else if (found.key) keys.push(found.key)
    }
    if (isAll && pasted !== undefined) {
      keys.push({ kind: 'paste', text: pasted + waiting })
      pasted = undefined
      waiting = ''
    }
    return keys
  }

  function takePaste(): Found | undefined {
    const end = waiting.indexOf(PASTE_END)
    if (end === -1) {
      // The end may be cut, so its length stays for the next piece.
      const sure = Math.max(0, waiting.length - PASTE_END.length)
      if (pasted !== undefined && pasted.length < MAX_PASTE) pasted += waiting.slice(0, sure)
      waiting = waiting.slice(sure)
      return undefined
    }
    const text = `${pasted}${waiting.slice(0, end)}`
    pasted = undefined
    return { key: { kind: 'paste', text }, length: end + PASTE_END.length }
  }

  return {
    push(bytes) {
      waiting += decoder.decode(bytes, { stream: true })
      return take(false)
    },
    flush: () => take(true),
    get waitMs() {
      if (pasted !== undefined) return PASTE_WAIT_MS
      return waiting === '' ? undefined : ESCAPE_WAIT_MS
    },
  }
}

const ESCAPE_WAIT_MS = 40
/** A terminal that never ends a paste must not hold the person for ever. */
const PASTE_WAIT_MS = 500
const MAX_PASTE = 100_000
const PASTE_END = '\x1b[201~'

interface Found {
  /** Undefined: nothing that means something here. `paste`: what follows is pasted. */
  readonly key: Key | 'paste' | undefined
  readonly length: number
}

/** The first key of a text; undefined where it may go on. */
function takeKey(text: string, isAll: boolean): Found | undefined {
  if (text[0] === '\x1b') return takeEscape(text) ?? (isAll ? { key: press('escape'), length: 1 } : undefined)
  const point = text.codePointAt(0) as number
  const character = String.fromCodePoint(point)
  if (point >= 0x20 && point !== 0x7f) {
    const isText = !(point >= 0x80 && point < 0xa0) && point !== 0xfffd
    return { key: isText ? { kind: 'text', text: character } : undefined, length: character.length }
  }
  return { key: press(CONTROLS.get(point) ?? `ctrl-${String.fromCharCode(point + 0x60)}`), length: 1 }
}

const CONTROLS: ReadonlyMap<number, KeyName> = new Map([
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0a, 'enter'],
  [0x0d, 'enter'],
  [0x7f, 'backspace'],
])

function press(name: KeyName): Key {
  return { kind: 'press', name }
}

function takeEscape(text: string): Found | undefined {
  for (const { form, read } of SEQUENCES) {
    const found = form.exec(text)
    if (found) return { key: read(found), length: found[0].length }
  }
  if (text.length === 1 || BEGUN.test(text)) return undefined
  // Escape twice in one piece is two keys; Alt with a character is one that means nothing here.
  if (text[1] === '\x1b') return { key: press('escape'), length: 1 }
  const point = text.codePointAt(1) as number
  return { key: ALT.get(String.fromCodePoint(point)), length: 1 + String.fromCodePoint(point).length }
}

const SEQUENCES: readonly { readonly form: RegExp; read(found: RegExpExecArray): Found['key'] }[] = [
  // The mouse, where a program before us left its reports on: only the wheel means something.
  { form: /^\x1b\[<(\d+);\d+;\d+[Mm]/, read: ([, button]) => WHEEL.get(button ?? '') },
  { form: /^\x1b\[200~/, read: () => 'paste' },
  { form: /^\x1b\[([0-?]*)[ -/]*([@-~])/, read: ([, numbers, final]) => readSequence(numbers ?? '', final ?? '') },
  { form: /^\x1bO([ -~])/, read: ([, final]) => readSequence('', final ?? '') },
  // Answers of the terminal to questions nobody here asks.
  { form: /^\x1b[\]PX^_][\s\S]*?(?:\x07|\x1b\\)/, read: () => undefined },
]

/** Beginnings of what stands above. */
const BEGUN = /^\x1b(?:\[[0-?]*[ -/]*|O|[\]PX^_][\s\S]*)$/

const WHEEL: ReadonlyMap<string, Key> = new Map([
  ['64', press('up')],
  ['65', press('down')],
])

const ALT: ReadonlyMap<string, Key> = new Map([
  ['b', press('word-left')],
  ['f', press('word-right')],
  ['\x7f', press('ctrl-w')],
])

function readSequence(numbers: string, final: string): Key | undefined {
  const [first = '', modifier = '1'] = numbers.split(';')
  const name = final === '~' ? TILDE.get(first) : FINAL.get(final)
  if (name === undefined) return undefined
  // A modifier is one more than a sum of Shift 1, Alt 2, Ctrl 4.
  const isWord = Number(modifier) > 2
  if (isWord && (name === 'left' || name === 'right')) return press(`word-${name}`)
  return press(name)
}

const FINAL: ReadonlyMap<string, KeyName> = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['H', 'home'],
  ['F', 'end'],
  ['Z', 'back-tab'],
  ['M', 'enter'],
])

const TILDE: ReadonlyMap<string, KeyName> = new Map([
  ['1', 'home'],
  ['3', 'delete'],
  ['4', 'end'],
  ['5', 'page-up'],
  ['6', 'page-down'],
  ['7', 'home'],
  ['8', 'end'],
])
