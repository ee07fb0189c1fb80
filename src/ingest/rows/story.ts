import type { Backed, Story } from '../../narrative/story.ts'
import type { RowOf, Table } from '../../store/define-table.ts'
import { packJson } from '../../store/packed-json.ts'
import * as tables from '../../store/tables/narrative.ts'
import { defineRows, type RowSource } from './define-rows.ts'

/** Columns that every table of facts begins with. */
type Shared = 'session' | 'agent' | 'number' | 'turn' | 'entry' | 'call' | 'at'

/** What a story says, one table per list: each says only what is its own. It stands where its first place does. */
function defineToldRows<Item extends Backed, T extends Table>(
  table: T,
  listOf: (story: Story) => readonly Item[],
  describe: (item: Item) => Omit<RowOf<T>, Shared>,
): RowSource {
  return defineRows(table, ({ session, story, threads }, add) => {
    const items = story ? listOf(story) : []
    for (const { agent, thread } of threads) {
      const own = items.filter(({ places }) => places[0]?.agent === agent)
      own.forEach((item, number) => {
        const entry = thread.entries[item.places[0]?.entry ?? -1]
        const place = { turn: entry?.turn ?? 0, entry: entry?.index, call: undefined, at: entry?.at }
        add({ session, agent, number, ...place, ...describe(item) } as unknown as RowOf<T>)
      })
    }
  })
}

const storyRow: RowSource = defineRows(tables.stories, ({ session, story }, add) => {
  if (!story) return
  add({
    session,
    request: story.request?.text ?? '',
    summary: story.summary.map(({ text }) => text).join(' '),
    tags: JSON.stringify(story.tags),
    measures: JSON.stringify(story.measures),
    story: packJson(story),
  })
})

export const storyRows: readonly RowSource[] = [
  storyRow,
  defineToldRows(
    tables.decisions,
    story => story.decisions,
    ({ text, from, about, isRule, takenBack }) => ({
      text,
      source: from,
      about,
      is_rule: Number(isRule),
      taken_back: takenBack?.text,
    }),
  ),
  defineToldRows(
    tables.openThreads,
    story => story.threads,
    ({ kind, text, key }) => ({ kind, text, key }),
  ),
  defineToldRows(
    tables.testRuns,
    story => story.tests,
    ({ command, key, runner, outcome, passed, failed, skipped, failing }) => ({
      command,
      key,
      runner,
      outcome,
      passed,
      failed,
      skipped,
      failing: JSON.stringify(failing),
    }),
  ),
  defineToldRows(
    tables.corrections,
    story => story.corrections,
    ({ text, by }) => ({ text, source: by }),
  ),
]
