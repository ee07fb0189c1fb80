import { createParser } from '../../format/parser.ts'
import { createSessionBuilder } from '../../model/build-session.ts'
import type { Session } from '../../model/session.ts'
import type { FileAccess } from '../../source/file-access.ts'
import type { SessionSource } from '../../source/session-source.ts'

const FIRST_BYTES = 128 * 1024
/** A single line may be some megabytes long: an image, an output. */
const MAX_BYTES = 16 * 1024 * 1024
const NEWLINE = 0x0a

/** The end of the main transcript as a session of its own: enough to tell what is going on, whatever its size. */
export function readTailSession(source: SessionSource, access: Pick<FileAccess, 'readBytes' | 'sizeOf'>): Session {
  const path = source.main?.path
  const size = path === undefined ? undefined : access.sizeOf(path)
  if (path === undefined || size === undefined) return buildFrom(source.id, new Uint8Array(0))
  for (let length = FIRST_BYTES; ; length *= 8) {
    const start = Math.max(0, size - length)
    const bytes = access.readBytes(path, start, size) ?? new Uint8Array(0)
    const session = buildFrom(source.id, start === 0 ? bytes : fromNextLine(bytes))
    const isEnough = session.main.messages.length > 0 || session.main.turns.some(turn => turn.prompt !== undefined)
    if (isEnough || start === 0 || length >= MAX_BYTES) return session
  }
}

function fromNextLine(bytes: Uint8Array): Uint8Array {
  const newline = bytes.indexOf(NEWLINE)
  return newline < 0 ? bytes.subarray(bytes.length) : bytes.subarray(newline + 1)
}

function buildFrom(id: string, bytes: Uint8Array): Session {
  const builder = createSessionBuilder({ id })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  const parser = createParser({ onEntry: thread.add })
  parser.push(bytes)
  // A line that is being written is unreadable, and says nothing.
  parser.finish()
  return builder.build()
}
