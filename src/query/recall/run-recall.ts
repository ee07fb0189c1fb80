import type { IndexedKeep } from '../indexed-keep.ts'
import { findCompaction } from './last-compaction.ts'
import type { FileRecallRequest, PromptRecallRequest, RecallDecision, SessionRecallRequest } from './recall.ts'
import { recallFile } from './recall-file.ts'
import { recallPrompt } from './recall-prompt.ts'
import { recallSession } from './recall-session.ts'

/** A moment with what is known of it. */
export type RecallAsked =
  | { readonly moment: 'session'; readonly request: SessionRecallRequest }
  | { readonly moment: 'prompt'; readonly request: PromptRecallRequest }
  | { readonly moment: 'file'; readonly request: FileRecallRequest }

/** What of earlier sessions is worth a word at this moment, and why. */
export function runRecall(keep: IndexedKeep, asked: RecallAsked): RecallDecision {
  const compactedAt = findCompaction(keep.store, asked.request)
  switch (asked.moment) {
    case 'session':
      return recallSession(keep, { ...asked.request, compactedAt })
    case 'prompt':
      return recallPrompt(keep, { ...asked.request, compactedAt })
    case 'file':
      return recallFile(keep, { ...asked.request, compactedAt })
  }
}
