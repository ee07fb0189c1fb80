import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { QueuedItem } from '../input-queue.ts'
import { stripContext } from '../user-role.ts'
import { MAX_INPUT } from './add-human-input.ts'
import type { Extractor, ExtractorInput } from './extractor.ts'
import type { HumanInput } from './facts.ts'
import { ownHead } from './own-head.ts'
import { isFromPerson, queuedPrompt, textOfContent } from './queued-text.ts'
import { commandOf, parseCommand } from './slash-commands.ts'
import { findTag } from './tags.ts'

/** Words of a person (or of a program in a person's place) that stand in an entry of their own. */
export const humanInputs: Extractor = {
  name: 'human inputs',
  kinds: ['system/local_command', 'attachment/queued_command', 'queue-operation'],
  roles: ['prompt', 'program-prompt', 'scheduled-prompt', 'command', 'shell-input', 'memory'],
  extract(input) {
    if (input.entry.kind === 'queue-operation') return recordWaiting(input)
    if (input.entry.kind === 'attachment/queued_command') return recordQueued(input)
    const [source, text] = readInput(input)
    if (!text) return
    const [before, ...others] = input.queued.flatMap(item => item.input ?? [])
    if (!before) return void addInput(input, source, text, 'sent')
    becomePrompt(before, input, { source, text })
    for (const other of others) takeOut(input.facts.humanInputs, other)
  },
}

function readInput({ entry, json, text }: ExtractorInput): [source: HumanInput['source'], text: string | undefined] {
  if (entry.kind === 'system/local_command') return ['command', commandLine(commandOf(asString(json.content) ?? ''))]
  switch (entry.role) {
    case 'command':
      return ['command', commandLine(parseCommand(text))]
    case 'shell-input':
      return ['shell', findTag(text, 'bash-input')?.inner.trim()]
    case 'memory':
      return ['memory', findTag(text, 'user-memory-input')?.inner.trim()]
    case 'program-prompt':
      return ['program-prompt', stripContext(text)]
    case 'scheduled-prompt':
      return ['scheduled', stripContext(text)]
    default:
      return ['prompt', stripContext(text)]
  }
}

/** Before 2.1.97 the line that puts a text into the queue is the only trace of what was taken up in a running turn. */
function recordWaiting(input: ExtractorInput): void {
  const [item] = input.queued
  if (input.json.operation !== 'enqueue' || !item?.isWords) return
  const words = stripContext(textOfContent(input.json.content))
  if (words) item.input = addInput(input, 'queued', words, 'waiting')
}

/** The same words, once: where they were sent, and not where they waited. */
function becomePrompt(
  before: HumanInput,
  { entry }: ExtractorInput,
  { source, text }: { readonly source: HumanInput['source']; readonly text: string },
): void {
  before.entry = entry
  before.source = source
  before.state = 'sent'
  before.text = ownHead(text, MAX_INPUT)
}

/** Texts that were sent together are one prompt. */
function takeOut(inputs: HumanInput[], input: HumanInput): void {
  const at = inputs.lastIndexOf(input)
  if (at >= 0) inputs.splice(at, 1)
}

/** Since 2.1.97 a message typed while the model worked stands here; the queue may have told of it before. */
function recordQueued(input: ExtractorInput): void {
  const queued = asObject(input.json.attachment)
  if (!queued || !isTyped(queued)) return
  const text = queuedPrompt(input.json)
  if (!isFromPerson(text) || input.queued.some(hasInput)) return
  const words = stripContext(text)
  if (words) addInput(input, 'queued', words, 'taken-up')
}

function hasInput(item: QueuedItem): boolean {
  return item.input !== undefined
}

function isTyped(queued: JsonObject): boolean {
  const origin = asString(asObject(queued.origin)?.kind)
  return queued.commandMode === 'prompt' && queued.isMeta !== true && (origin === undefined || origin === 'human')
}

function commandLine(command: { readonly name: string; readonly args: string } | undefined): string | undefined {
  return command && `${command.name} ${command.args}`.trim()
}

function addInput(
  { entry, facts }: ExtractorInput,
  source: HumanInput['source'],
  text: string,
  state: HumanInput['state'],
): HumanInput {
  const input: HumanInput = { source, text: ownHead(text, MAX_INPUT), entry, call: undefined, state }
  facts.humanInputs.push(input)
  return input
}
