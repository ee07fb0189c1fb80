import { formatIso } from '../../../time/day.ts'
import { parseDateRange } from '../../../time/parse-moment.ts'
import { selectRequests } from '../select-requests.ts'
import { findBlock, listBlocks, type UsageBlock } from '../usage-blocks.ts'
import type { UsageScope } from '../usage-report.ts'
import type { SessionUsage } from '../usage-source.ts'
import { addBurnRate, addGaps, describeBlock, formatSpan, isActive } from './block-rows.ts'
import { type CutWorld, NO_PLACE, type OpenCut, type UsageCut } from './cut.ts'

export const blocks: UsageCut = {
  name: 'blocks',
  aliases: ['block'],
  summary: 'By five-hour block, with gaps, burn rate and projection',
  title: 'BLOCK',
  isByTime: true,
  needsIndex: false,
  needsRequests: false,
  none: '(no time)',
  open: openBlocks,
}

/** A scope that leaves the last so many blocks of what it left before. `groups` are those of the source, all of them. */
export function limitToLastBlocks(groups: readonly SessionUsage[], scope: UsageScope, count: number): UsageScope {
  const list = listBlocks(groups)
  const used = new Set<UsageBlock | undefined>()
  for (const { facts } of selectRequests(groups, scope)) {
    for (const { firstAt } of facts) if (firstAt !== undefined) used.add(findBlock(list, firstAt))
  }
  const first = list.filter(block => used.has(block)).at(-count) ?? list[0]
  return first ? { ...scope, since: Math.max(first.firstAt, scope.since ?? first.firstAt) } : scope
}

/** Where blocks begin is decided by all requests, also by those that a bound or filter leaves out. */
function openBlocks({ groups, all = groups, zone, now }: CutWorld): OpenCut {
  const list = listBlocks(all)
  const keys = new Map(list.map(block => [block, formatIso(block.startsAt) ?? String(block.startsAt)]))
  const places = new Map(list.map((block, at) => [keys.get(block) ?? NO_PLACE, at]))
  let known: UsageBlock | undefined
  return {
    keyOf: ({ firstAt }) => {
      if (firstAt === undefined) return NO_PLACE
      if (!known || firstAt < known.firstAt || firstAt > known.lastAt) known = findBlock(list, firstAt)
      return (known && keys.get(known)) ?? NO_PLACE
    },
    describe: key => {
      const block = list[places.get(key) ?? -1]
      return block
        ? { label: formatSpan(block, zone), about: describeBlock(key, block, now) }
        : { label: key, about: {} }
    },
    isCalled: (key, text) => {
      const block = list[places.get(key) ?? -1]
      if (!block) return false
      if (/\bactive$/.test(text)) return isActive(block, now) && `${formatSpan(block, zone)} active`.endsWith(text)
      const range = parseDateRange(text, now, zone.calendar)
      return range !== undefined && block.startsAt <= range.from && range.to <= block.endsAt
    },
    arrange: rows =>
      addGaps(
        rows.map(row => addBurnRate(row, now)),
        { list, places, zone },
      ),
  }
}
