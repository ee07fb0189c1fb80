import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import type { LearnedSession } from '../../../query/export/learned-session.ts'
import { redactedLines } from '../../../query/export/redacted-lines.ts'
import type { Redaction } from '../../../redact/redaction.ts'
import { createDrafts } from '../../../share/drafts.ts'
import { listFiles, type SourceFile } from '../../../source/session-source.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { requireWritable, type Target } from './target.ts'

export type FileTarget = Exclude<Target, { readonly kind: 'stdout' }>

export interface WrittenTranscript {
  /** The files that were written. */
  readonly files: readonly string[]
  /** Subagents' transcripts that were not, by their names without secrets. */
  readonly left: readonly string[]
}

/** The main transcript into a file; into a folder with those of its subagents, laid out as the client does. */
export function writeTranscript(
  app: App,
  { redaction, learned, target }: { redaction: Redaction; learned: LearnedSession; target: FileTarget },
): WrittenTranscript {
  const all = listFiles(learned.source)
  const chosen = target.kind === 'folder' ? all : [learned.source.main ?? noMain()]
  const drafts = createDrafts()
  try {
    const taken = new Set<string>()
    const files = chosen.map(file => {
      const path =
        target.kind === 'file' ? target.path : join(target.path, unique(placeIn(learned, file, redaction), taken))
      drafts.makeFolder(dirname(path))
      const real = requireWritable(app, path)
      const draft = drafts.open(real)
      for (const line of redactedLines(learned, file.path, redaction)) draft.write(line)
      draft.close()
      return real
    })
    drafts.finish()
    return { files, left: all.filter(file => !chosen.includes(file)).map(({ path }) => redaction.redactText(path)) }
  } finally {
    drafts.abort()
  }
}

/** Where it stood beside the others, by its name without secrets; nothing leads out of the folder. */
function placeIn({ source }: LearnedSession, { path }: SourceFile, redaction: Redaction): string {
  const inside = relative(source.folder, path)
  const isInside = inside !== '' && !isAbsolute(inside) && !inside.split(/[\\/]/).includes('..')
  return redaction.redactText(isInside ? inside : basename(path))
}

/** Two files whose names differ only in what was taken out are still two files. */
function unique(name: string, taken: Set<string>): string {
  let free = name
  for (let copy = 2; taken.has(free); copy++) free = name.replace(/(\.jsonl)?$/, `~${copy}$1`)
  taken.add(free)
  return free
}

function noMain(): never {
  throw new UserError({
    code: 'no-main-transcript',
    message: 'of this session only transcripts of subagents are left',
    hint: 'Name a folder after -o: each of them becomes a file in it.',
  })
}
