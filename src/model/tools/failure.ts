import { asObject, asString, type JsonObject } from '../../format/json.ts'
import { ownHead } from '../facts/own-head.ts'
import type { ToolStatus } from '../tool-call.ts'
import { excerptError } from './error-excerpt.ts'
import { unwrapError } from './unwrap-error.ts'

export interface Failure {
  readonly status: ToolStatus
  /** Head of the error without wrapping tags; undefined for a success. */
  readonly message: string | undefined
  /** For an error: the same with the lines behind the head that tell what went wrong. */
  readonly excerpt: string | undefined
  /** The user's words, where a rejection came with some. */
  readonly rejection: string | undefined
}

const OK: Failure = { status: 'ok', message: undefined, excerpt: undefined, rejection: undefined }
const MAX_MESSAGE = 500
const MAX_REJECTION = 2000

/** How the texts of failed results begin (census section 9), and what each means. First match wins. */
const OPENINGS: readonly (readonly [opening: string, status: ToolStatus])[] = [
  ['[Request interrupted by user', 'interrupted'],
  // Given to calls that were cut off by Escape, before or while they ran.
  ["The user doesn't want to take this action right now", 'interrupted'],
  ["The user doesn't want to proceed with this tool use", 'rejected'],
  ['User rejected tool use', 'rejected'],
  ['User chose to stay in plan mode', 'rejected'],
  ['Permission prompt was aborted', 'rejected'],
  ['Sibling tool call errored', 'skipped'],
  ['Cancelled: parallel tool call', 'skipped'],
  ['This command requires approval', 'denied'],
  ['This Bash command contains multiple operations. The following part', 'denied'],
  ['Claude requested permissions to', 'denied'],
  ['Permission for this action', 'denied'],
  ['Permission to use ', 'denied'],
  ['PreToolUse:', 'denied'],
  ['Execution stopped by PreToolUse hook', 'denied'],
]

/** The field `toolDenialKind` of newer entries says it outright. */
const DENIAL_KINDS: ReadonlyMap<string, ToolStatus> = new Map([
  ['user-rejected', 'rejected'],
  ['permission-rule', 'denied'],
  ['automode-blocked', 'denied'],
  ['interrupted', 'interrupted'],
])

/**
 * What became of a call, from the text of its `tool_result` and its `is_error`. Clients inside an IDE (seen in 2.0.5) give
 * a rejection as the user's bare words: those cannot be told from an error text.
 */
export function classifyFailure(text: string, isError: boolean, denial: Denial = NO_DENIAL): Failure {
  const told = denial.kind === undefined ? undefined : DENIAL_KINDS.get(denial.kind)
  if (!isError && !told) {
    return text.startsWith('[Request interrupted by user') ? failure('interrupted', text, undefined) : OK
  }
  const message = unwrapError(text)
  const status = told ?? statusOf(message)
  return failure(status, message, status === 'rejected' ? (denial.words ?? wordsOf(message)) : undefined)
}

/** What newer entries say of a call that was not let through. */
export interface Denial {
  readonly kind: string | undefined
  /** The reason that a person typed. */
  readonly words: string | undefined
}

const NO_DENIAL: Denial = { kind: undefined, words: undefined }

/**
 * Print mode writes `user-rejected` where nobody was asked and a setting decided (seen in 2.1.327): `permissionDecision`
 * says who did.
 */
export function readDenial(json: JsonObject): Denial {
  const kind = asString(json.toolDenialKind)
  const isBySetting = asString(asObject(json.permissionDecision)?.source) === 'config'
  const words = asString(json.userFeedback)?.trim()
  return {
    kind: kind === 'user-rejected' && isBySetting ? 'permission-rule' : kind,
    words: words ? ownHead(words, MAX_REJECTION) : undefined,
  }
}

/** N of `Exit code N` at the start of an error text; the result records it nowhere else. */
export function parseExitCode(text: string): number | undefined {
  const match = /^(?:Error: )?Exit code (\d{1,5})\b/.exec(text.slice(0, 40))
  return match ? Number(match[1]) : undefined
}

function failure(status: ToolStatus, message: string, rejection: string | undefined): Failure {
  const start = ownHead(message, MAX_MESSAGE)
  const excerpt = message.length > MAX_MESSAGE ? excerptError : () => start
  return { status, message: start, excerpt: status === 'error' ? excerpt(message) : undefined, rejection }
}

function statusOf(message: string): ToolStatus {
  for (const [opening, status] of OPENINGS) if (message.startsWith(opening)) return status
  return message.slice(0, 300).includes(' was blocked. For security, Claude Code') ? 'denied' : 'error'
}

const WORDS_BEFORE = ['the user said:\n', 'The user provided the following reason for the rejection:']
/** The client's own text where the user wants to talk about questions first: no words of the user. */
const CLARIFY_TEXT = 'The user wants to clarify these questions'

function wordsOf(message: string): string | undefined {
  for (const before of WORDS_BEFORE) {
    const at = message.indexOf(before)
    if (at < 0) continue
    const words = message.slice(at + before.length).trim()
    if (words === '' || words.startsWith(CLARIFY_TEXT)) return undefined
    return ownHead(words, MAX_REJECTION)
  }
  return undefined
}
