import { foreignSummaries, lineage } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

export const lineageRows = defineRows(lineage, ({ session, model }, add) => {
  model.links.forEach(({ kind, sessionId, entryUuid, knownBy }, number) => {
    add({ session, number, kind, other_id: sessionId, entry_uuid: entryUuid, known_by: knownBy })
  })
})

export const foreignSummaryRows = defineRows(foreignSummaries, ({ session, model }, add) => {
  const texts = new Map(model.foreignSummaries.map(([leaf, text]) => [leaf.toWellFormed(), text]))
  for (const [leaf_uuid, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) add({ session, leaf_uuid, text })
})
