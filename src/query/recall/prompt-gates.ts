import { classifyUser, stripContext, type UserRole } from '../../model/user-role.ts'
import { nameError } from '../../narrative/wording/error-name.ts'
import { type OwnWords, readOwnWords } from '../../narrative/wording/own-words.ts'
import { formatNumberOf } from '../../text/count.ts'
import { isCjk } from '../../text/split-name.ts'
import { listTokens } from '../search/stems.ts'
import { isName } from '../search/terms.ts'
import type { RecallStep } from './recall.ts'
import { isChatStem, withoutChatPhrases } from './word-worth.ts'

/**
 * What can be said of a prompt without asking anybody: most prompts are a "yes", a command or a paste, and cost no more
 * than this. Needs no index, so that a hook can ask it before it loads one.
 */
export interface GatedPrompt {
  /** The last one is not passed where the prompt is stopped. */
  readonly steps: readonly RecallStep[]
  /** What is to be looked for; empty where it is stopped. */
  readonly words: string
}

/** More is a document, not a question: it would match everything. */
const MAX_PROMPT = 20_000
/** What a person writes around a paste. */
const MAX_OWN = 4000

export function gatePrompt(prompt: string): readonly RecallStep[] {
  return readPrompt(prompt).steps
}

export function isStopped(steps: readonly RecallStep[]): boolean {
  return steps.some(({ isPassed }) => !isPassed)
}

export function readPrompt(prompt: string): GatedPrompt {
  const steps: RecallStep[] = []
  const stop = (name: string, says: string): GatedPrompt => ({
    steps: [...steps, { name, isPassed: false, says }],
    words: '',
  })
  const text = prompt.trim()
  if (text === '') return stop('empty', 'The prompt has no words.')
  if (prompt.length > MAX_PROMPT) {
    return stop(
      'huge',
      `The prompt has more than ${formatNumberOf(MAX_PROMPT, 'character')}: a document, not a question.`,
    )
  }
  const written = namePart(text)
  if (written) return stop(written.name, written.says)
  const own = readOwnWords(withoutMarks(stripContext(text)))
  const error = findError(own)
  const words = error === undefined ? own.text : `${own.text}\n${error}`.trim()
  const telling = countTelling(words)
  if (own.pastedLines > 0 && !telling.isEnough) {
    return stop(
      'pasted-log',
      `${formatNumberOf(own.pastedLines, 'line')} were pasted, and the words around them ask for nothing.`,
    )
  }
  if (own.text.length > MAX_OWN) return stop('huge', 'The words of the prompt are a document, not a question.')
  steps.push({ name: 'typed', isPassed: true, says: saysTyped(own, error) })
  if (!telling.isEnough) return stop('trivial', telling.says)
  steps.push({ name: 'trivial', isPassed: true, says: telling.says })
  return { steps, words }
}

function saysTyped({ pastedLines }: OwnWords, error: string | undefined): string {
  if (pastedLines === 0) return 'A person typed it.'
  const also = error === undefined ? '' : `, and the one that says what went wrong: ${error}`
  return `${formatNumberOf(pastedLines, 'pasted line')} left out; the words around them count${also}.`
}

const MAX_ERROR = 240
/** Longer lines are no messages. */
const MAX_LINE = 500
/** Where nothing was typed, it must be said in so many words. */
const SURE_ERROR = /error|exception|panic|fatal|failed|\bE[A-Z]{4,}\b/i

/** The line of a paste that says what went wrong. */
function findError({ text, pasted }: OwnWords): string | undefined {
  if (pasted === '') return undefined
  const lines = pasted.split('\n').map(line => line.slice(0, MAX_LINE))
  const { line, isTold } = nameError(lines.join('\n'))
  if (!isTold || (text.trim() === '' && !SURE_ERROR.test(line))) return undefined
  return line.slice(0, MAX_ERROR)
}

interface Gate {
  readonly name: string
  readonly says: string
}

const PROGRAM: Gate = { name: 'program', says: 'A program made it, not a person.' }
const SLASH: Gate = { name: 'slash-command', says: 'It is a slash command.' }
const SHELL: Gate = { name: 'shell-input', says: 'It is a command for the shell.' }
const NOTE: Gate = { name: 'memory-note', says: 'It is a note for the memory file.' }

const BY_ROLE: { readonly [Role in UserRole]?: Gate } = {
  command: SLASH,
  'shell-input': SHELL,
  memory: NOTE,
}

/** Texts of the client and of those who drive it, by how they begin. */
const MADE = [
  'Caveat: The messages below',
  'Warmup',
  'Continue from where you left off',
  'Continue the conversation from where',
  'Please continue the conversation from where',
  'Your task is to create a detailed summary of the conversation',
  'Implement the following plan:',
  'Stop hook feedback',
  '[SYSTEM NOTIFICATION',
  'Base directory for this skill:',
]

function namePart(text: string): Gate | undefined {
  if (/^\/[a-z][\w:.-]*(?:\s|$)/i.test(text)) return SLASH
  if (/^![\w./~$-]/.test(text)) return SHELL
  if (/^#\s?[^\s\d#]/.test(text) && !text.includes('\n')) return NOTE
  const role = classifyUser({ type: 'user', message: { role: 'user', content: text } }, text, false)
  if (role !== 'prompt') return BY_ROLE[role] ?? PROGRAM
  if (MADE.some(opening => text.startsWith(opening))) return PROGRAM
  return isOneTag(text) ? PROGRAM : undefined
}

/** `<local-command-caveat>…</local-command-caveat>`: all of it stands between two marks. */
function isOneTag(text: string): boolean {
  const name = /^<([a-z][a-z0-9_-]*)[ >]/.exec(text)?.[1]
  return name !== undefined && text.endsWith(`</${name}>`)
}

/** Places of pictures and pastes, which the client fills in. */
function withoutMarks(text: string): string {
  return text.replace(/\[(?:Image|Pasted text)[^\]\n]{0,40}\]/g, ' ')
}

interface Telling extends Pick<RecallStep, 'says'> {
  readonly isEnough: boolean
}

/** So many letters of a script without spaces are a few words. */
const MIN_CJK = 6
const MIN_WORDS = 2
/** A single word with others around it, as in "why does the interner do that". */
const MIN_AROUND = 4

function countTelling(text: string): Telling {
  const rest = withoutChatPhrases(text)
  const telling = new Set<string>()
  let words = 0
  let cjk = 0
  for (const { word, stem } of listTokens(rest)) {
    words++
    if (isCjk(word.codePointAt(0) ?? 0)) cjk++
    else if (word.length > 1 && !isChatStem(stem)) telling.add(stem)
  }
  // Pairs of letters overlap: of a run of n there are n - 1.
  if (cjk >= MIN_CJK - 1 || (cjk > 1 && telling.size > 0)) return { isEnough: true, says: 'It says what it is about.' }
  if (telling.size >= MIN_WORDS)
    return { isEnough: true, says: `It has ${formatNumberOf(telling.size, 'telling word')}.` }
  const hasName = text.split(/\s+/).some(piece => piece.length > 3 && isName(piece.replace(/[.,;:!?]+$/, '')))
  if (telling.size === 1 && (hasName || words >= MIN_AROUND))
    return { isEnough: true, says: 'It has one telling word.' }
  return { isEnough: false, says: 'It has too few words that say what it is about.' }
}
