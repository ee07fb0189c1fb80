import type { ToolCall } from '../../model/tool-call.ts'

/** The file that a call reads or changes. Headlines of some calls say more than the path. */
export function pathOf({ headline }: ToolCall): string {
  return headline.replace(/ \(\d+ edits\)$| from line \d+.*$| pages .*$/, '')
}
