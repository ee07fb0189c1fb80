import { textOf } from '../format/blocks/table.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import { findTag } from '../model/facts/tags.ts'
import { stripContext, type UserRole } from '../model/user-role.ts'
import type { TextSink } from './text-sink.ts'

interface UserText {
  readonly text: string
  readonly json: JsonObject
  readonly sink: TextSink
}

/**
 * What is searched of a `user` entry, by its role. `injected` (bodies of commands and skills, caveats, reminders),
 * `context` (what the IDE adds) and `interruption` (always the same words) are the client's own text: left out, counted.
 */
const READERS: { readonly [Role in UserRole]: (input: UserText) => void } = {
  prompt: addPrompt,
  'program-prompt': addPrompt,
  'agent-prompt': addPrompt,
  'scheduled-prompt': addPrompt,
  command: ({ text, sink }) => addCommand(sink, text),
  memory: ({ text, sink }) => sink.add('prompt', innerOf(text, 'user-memory-input')),
  'shell-input': ({ text, sink }) => sink.add('prompt', innerOf(text, 'bash-input')),
  'shell-output': ({ text, sink }) => addPrinted(sink, text),
  'command-output': ({ text, sink }) => addPrinted(sink, text),
  'compact-summary': addNote,
  'teammate-message': addNote,
  'task-notification': addNote,
  'plan-handover'({ text, json, sink }) {
    sink.add('note', text)
    const plan = asString(json.planContent) ?? ''
    if (!text.includes(plan)) sink.add('note', plan)
  },
  // The result itself belongs to its call; text beside it comes from a hook, or says that the user stopped the call.
  'tool-result'(input) {
    if (input.text.startsWith('[Request interrupted')) leaveOut(input)
    else addNote(input)
  },
  injected: leaveOut,
  context: leaveOut,
  interruption: leaveOut,
}

export function readUserTexts(role: UserRole, json: JsonObject, sink: TextSink): void {
  const text = textOf(asObject(json.message)?.content)
  if (text !== '') READERS[role]({ text, json, sink })
}

/** A slash command in the client's markup: its name and what was typed behind it. */
export function addCommand(sink: TextSink, text: string): void {
  const name = innerOf(text, 'command-name') || innerOf(text, 'command-message')
  sink.add('prompt', `${name} ${innerOf(text, 'command-args')}`)
  sink.add('note', innerOf(text, 'command-contents'))
}

/** What a command typed by the user printed. */
export function addPrinted(sink: TextSink, text: string): void {
  sink.addOutput('output', text.replace(PRINTED_TAGS, '\n').trim())
}

const PRINTED_TAGS = /<\/?(?:local-command-stdout|local-command-stderr|bash-stdout|bash-stderr)>/g

function addPrompt({ text, sink }: UserText): void {
  const words = stripContext(text)
  sink.leaveOutRest(text.trim(), words)
  sink.add('prompt', words)
}

function addNote({ text, sink }: UserText): void {
  sink.add('note', text)
}

function leaveOut({ text, sink }: UserText): void {
  sink.leaveOut(text)
}

function innerOf(text: string, tag: string): string {
  return findTag(text, tag)?.inner.trim() ?? ''
}
