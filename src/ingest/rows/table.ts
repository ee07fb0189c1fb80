import { agentRows } from './agents.ts'
import { clientTotalRows } from './client-totals.ts'
import type { RowSource } from './define-rows.ts'
import { entryRows } from './entries.ts'
import { factRows } from './facts.ts'
import { foreignSummaryRows, lineageRows } from './lineage.ts'
import { requestRows } from './requests.ts'
import { storyRows } from './story.ts'
import { toolCallRows } from './tool-calls.ts'
import { segmentRows, turnRows } from './turns.ts'
import { usageFactRows } from './usage-facts.ts'

/** Every table that is filled from the model. A new table is a definition and a row here. */
export const ROW_SOURCES: readonly RowSource[] = [
  agentRows,
  lineageRows,
  clientTotalRows,
  foreignSummaryRows,
  segmentRows,
  turnRows,
  entryRows,
  requestRows,
  usageFactRows,
  toolCallRows,
  ...factRows,
  ...storyRows,
]
