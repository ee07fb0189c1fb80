import type { NotesReport, NotesRequest } from './notes-request.ts'

/** What became of one note. */
export interface NoteOutcome {
  readonly path: string
  readonly outcome: 'written' | 'unchanged' | 'others' | 'kept' | 'failed'
  readonly why?: string
}

export interface Tally {
  add(note: NoteOutcome): void
  looked(counts: Pick<NotesReport, 'sessions' | 'running' | 'copies' | 'silent'>): void
  report(): NotesReport
}

export function createTally({ vault, machine, isTrial, signal }: NotesRequest): Tally {
  const written: string[] = []
  const kept: { path: string; why: string }[] = []
  const failed: { path: string; why: string }[] = []
  let unchanged = 0
  let others = 0
  let counts = { sessions: 0, running: 0, copies: 0, silent: 0 }
  return {
    add({ path, outcome, why = '' }) {
      if (outcome === 'written') written.push(path)
      else if (outcome === 'unchanged') unchanged++
      else if (outcome === 'others') others++
      else (outcome === 'kept' ? kept : failed).push({ path, why })
    },
    looked(found) {
      counts = found
    },
    report: () => ({
      schema: 'backscroll.notes/1',
      vault: vault.path,
      folder: vault.folder,
      machine,
      isTrial,
      ...counts,
      written,
      unchanged,
      others,
      kept,
      failed,
      isStopped: signal.aborted,
    }),
  }
}
