import { createBackscroll } from './backscroll-engine.ts'
import type { Engine } from './engine.ts'
import { createFtsEngines } from './fts-engine.ts'
import { createGrepEngine } from './grep-engine.ts'
import type { KeptFolder } from './keep-folder.ts'
import { listTranscripts, type Message } from './read-messages.ts'

/** backscroll first, then what it is compared with, made from these messages. */
export function openEngines(kept: KeptFolder, messages: Iterable<Message> | undefined): readonly Engine[] {
  const ours = createBackscroll(kept)
  if (!messages) return [ours]
  return [ours, createGrepEngine(listTranscripts(kept.keep)), ...createFtsEngines(messages)]
}
