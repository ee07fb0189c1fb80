import { asString } from '../../format/json.ts'
import type { Extractor } from './extractor.ts'
import { ownHead } from './own-head.ts'
import { findTag } from './tags.ts'

export interface CommandText {
  /** With its slash. */
  readonly name: string
  readonly args: string
}

const MAX_NAME = 200
const MAX_ARGS = 500

/**
 * The command in `<command-name>…` markup, whatever the order of its tags. The oldest releases wrote the name without its
 * slash and what the command said in `<command-contents>`, which is no argument. As typed, a command is understood too.
 */
export function parseCommand(text: string): CommandText | undefined {
  const [, typed, rest = ''] = /^\s*(\/\S+)\s*(.*)$/s.exec(text) ?? []
  if (typed) return { name: ownHead(typed, MAX_NAME), args: ownHead(rest.trim(), MAX_ARGS) }
  const name = (findTag(text, 'command-name') ?? findTag(text, 'command-message'))?.inner.trim()
  if (!name) return undefined
  return {
    name: ownHead(name.startsWith('/') ? name : `/${name}`, MAX_NAME),
    args: ownHead((findTag(text, 'command-args')?.inner ?? '').trim(), MAX_ARGS),
  }
}

/** Markup of a command typed by the user; else undefined, as for the output of one. */
export function commandOf(content: string): CommandText | undefined {
  const isCommand = content.startsWith('<command-name>') || content.startsWith('<command-message>')
  return isCommand ? parseCommand(content) : undefined
}

export const slashCommands: Extractor = {
  name: 'slash commands',
  kinds: ['system/local_command'],
  roles: ['command'],
  extract({ entry, json, text, facts }) {
    const command = entry.kind === 'user' ? parseCommand(text) : commandOf(asString(json.content) ?? '')
    if (command) facts.slashCommands.push({ ...command, entry })
  },
}
