import { entries } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

/** Entries of progress copies have the span of the line around them. */
export const entryRows = defineRows(entries, ({ session, threads }, add) => {
  for (const { agent, thread, file } of threads) {
    for (const entry of thread.entries) {
      add({
        session,
        agent,
        number: entry.index,
        file,
        start: entry.start,
        end: entry.end,
        line: entry.line,
        kind: entry.kind,
        role: entry.role,
        uuid: entry.uuid,
        at: entry.at,
        turn: entry.turn,
        segment: entry.segment,
        message: entry.message,
        is_repeat: Number(entry.isRepeat),
        is_rewound: Number(!thread.isActive(entry)),
      })
    }
  }
})
