import type { EntryKind } from '../../format/kinds/table.ts'
import type { UserRole } from '../user-role.ts'
import { apiErrors } from './api-errors.ts'
import type { Extractor } from './extractor.ts'
import { hookAttachments } from './hook-attachments.ts'
import { hookNotices } from './hook-notices.ts'
import { hookProgress } from './hook-progress.ts'
import { humanInputs } from './human-inputs.ts'
import { prLinks } from './pr-links.ts'
import { slashCommands } from './slash-commands.ts'
import { stopHooks } from './stop-hooks.ts'
import { taskReports } from './task-reports.ts'
import { urls } from './urls.ts'

export const EXTRACTORS: readonly Extractor[] = [
  humanInputs,
  slashCommands,
  taskReports,
  hookProgress,
  hookAttachments,
  hookNotices,
  stopHooks,
  prLinks,
  apiErrors,
  urls,
]

const NONE: readonly Extractor[] = []
const BY_KIND = groupBy<EntryKind>(extractor => extractor.kinds)
const BY_ROLE = groupBy<UserRole>(extractor => extractor.roles)

/** Called for every entry: a Map lookup. */
export function extractorsForKind(kind: EntryKind): readonly Extractor[] {
  return BY_KIND.get(kind) ?? NONE
}

/** Called for every `user` entry, besides those of its kind. */
export function extractorsForRole(role: UserRole): readonly Extractor[] {
  return BY_ROLE.get(role) ?? NONE
}

function groupBy<Key>(keysOf: (extractor: Extractor) => readonly Key[] | undefined): Map<Key, Extractor[]> {
  const groups = new Map<Key, Extractor[]>()
  for (const extractor of EXTRACTORS) {
    for (const key of keysOf(extractor) ?? []) {
      const group = groups.get(key)
      if (group) group.push(extractor)
      else groups.set(key, [extractor])
    }
  }
  return groups
}
