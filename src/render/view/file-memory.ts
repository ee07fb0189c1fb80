import { asNumber, asString, type JsonObject } from '../../format/json.ts'
import type { FileTouch } from '../../model/facts/facts.ts'
import type { Session } from '../../model/session.ts'
import { applyEdit } from '../../model/tools/apply-edit.ts'

/** A file written over, and no patch recorded that would tell what changed. */
export function isUnpatched({ action, hunks }: FileTouch): boolean {
  return action === 'write' && hunks === 0
}

/** Paths of such files: only their contents are worth remembering, and most sessions have none. */
export function findUnpatched(session: Session): ReadonlySet<string> {
  const threads = [session.main, ...session.agents.map(agent => agent.thread)]
  return new Set(threads.flatMap(thread => thread.facts.files.filter(isUnpatched).map(file => file.path)))
}

/** Characters of contents kept, the newest ones; and of one file. */
const MAX_CHARS = 4_000_000
const MAX_FILE = 1_000_000

/** What a session last saw of files, whole. What shells do to files is not known here. */
export class FileMemory {
  readonly #contents = new Map<string, string>()
  #chars = 0

  get(path: string): string | undefined {
    return this.#contents.get(path)
  }

  set(path: string, content: string | undefined): void {
    this.#chars -= this.#contents.get(path)?.length ?? 0
    this.#contents.delete(path)
    if (path === '' || content === undefined || content.length > MAX_FILE || content.includes('\0')) return
    this.#contents.set(path, content)
    this.#chars += content.length
    for (const [oldest, text] of this.#contents) {
      if (this.#chars <= MAX_CHARS) break
      this.#contents.delete(oldest)
      this.#chars -= text.length
    }
  }

  /** Takes note of a call that went well. */
  note(tool: string, input: JsonObject, fields: JsonObject): void {
    const path = asString(input.file_path) ?? asString(input.notebook_path) ?? ''
    if (path === '') return
    if (tool === 'Read') this.#noteRead(path, fields)
    else if (tool === 'Write') this.set(path, asString(input.content))
    else if (tool === 'Edit' || tool === 'MultiEdit') this.set(path, this.#edited(path, input, fields))
    else if (tool === 'NotebookEdit') this.set(path, undefined)
  }

  /** Only a file read to its end: a part of one says nothing about the rest. */
  #noteRead(path: string, { file }: JsonObject): void {
    const { content, startLine, numLines, totalLines } = (file ?? {}) as JsonObject
    const isWhole = (asNumber(startLine) ?? 1) <= 1 && totalLines !== undefined && numLines === totalLines
    if (isWhole && asString(content) !== undefined) this.set(path, asString(content))
  }

  #edited(path: string, input: JsonObject, fields: JsonObject): string | undefined {
    if (fields.userModified === true) return undefined
    const content = asString(fields.originalFile) ?? asString(fields.originalFileContents) ?? this.get(path)
    return content === undefined ? undefined : applyEdit(content, input)
  }
}
