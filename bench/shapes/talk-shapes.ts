import { bash, type SessionLines, toolResult, toolUse } from './session-lines.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Many lines, turns, branches and calls. */
export const TALK_SHAPES: readonly Shape[] = [
  shapeOf('turns', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) {
      lines.prompt(`Look at pear ${at}`)
      lines.says(`Pear ${at} is ripe.`)
    }
  }),
  shapeOf('answers in one turn', 8000, (lines, count) => {
    lines.prompt('Go on')
    for (let at = 0; at < count; at++) lines.says(`Pear ${at} is ripe.`)
  }),
  shapeOf('thinking blocks in one line', 8000, (lines, count) => {
    lines.prompt('Go on')
    lines.answer(range(count, at => ({ type: 'thinking', thinking: `Is pear ${at} ripe?`, signature: 'x' })))
  }),
  shapeOf('texts in one line', 8000, (lines, count) => {
    lines.prompt('Go on')
    lines.answer(range(count, at => ({ type: 'text', text: `Pear ${at} is ripe.` })))
  }),
  shapeOf('calls in one line', 8000, (lines, count) => {
    lines.prompt('Count them all')
    lines.answer(range(count, at => toolUse(`t${at}`, ...bash(`count ${at}`))))
    for (let at = 0; at < count; at++) lines.prompt([toolResult(`t${at}`, `${at} pears`)])
  }),
  shapeOf('calls and results in one line each', 8000, (lines, count) => {
    lines.prompt('Count them all')
    lines.answer(range(count, at => toolUse(`t${at}`, ...bash(`count ${at}`))))
    lines.prompt(range(count, at => toolResult(`t${at}`, `${at} pears`)))
  }),
  shapeOf('calls without result', 8000, (lines, count) => {
    lines.prompt('Count them all')
    lines.answer(range(count, at => toolUse(`t${at}`, ...bash(`count ${at}`))))
  }),
  shapeOf('calls with one id', 8000, (lines, count) => {
    lines.prompt('Count them all')
    for (let at = 0; at < count; at++) lines.call('same', ...bash(`count ${at}`), { text: `${at} pears` })
  }),
  shapeOf('calls in one turn', 4000, (lines, count) => {
    lines.prompt('Count them all')
    for (let at = 0; at < count; at++) lines.call(`t${at}`, ...bash(`count ${at}`), { text: `${at} pears` })
  }),
  shapeOf('parts of one answer', 8000, (lines, count) => {
    lines.prompt('Go on')
    const usage = { input_tokens: 1, output_tokens: 1 }
    const message = { model: 'claude-opus-4-6', id: 'msg_one', type: 'message', role: 'assistant', usage }
    for (let at = 0; at < count; at++) {
      const content = [{ type: 'text', text: `Pear ${at} is ripe.` }]
      lines.add({ type: 'assistant', message: { ...message, content, stop_reason: null }, requestId: 'req_one' })
    }
  }),
  shapeOf('forks at one place', 4000, (lines, count) => {
    const root = lines.prompt('Where to?')
    for (let at = 0; at < count; at++) {
      lines.prompt(`Try path ${at}`, { parentUuid: root })
      lines.says(`Path ${at} ends.`)
    }
  }),
  shapeOf('forks one below the other', 4000, (lines, count) => {
    lines.prompt('Where to?')
    for (let at = 0; at < count; at++) {
      const here = lines.last
      lines.prompt(`Try path ${at}`)
      lines.prompt(`Rather path ${at}`, { parentUuid: here })
    }
  }),
  shapeOf('lines with an unknown parent', 8000, (lines, count) => {
    for (let at = 0; at < count; at++) lines.prompt(`Orphan ${at}`, { parentUuid: `gone-${at}` })
  }),
  shapeOf('lines that are each other’s parent', 8000, (lines, count) => {
    for (let at = 1; at <= count; at++) lines.prompt(`Round ${at}`, { parentUuid: `m-${(at % count) + 1}` })
  }),
  shapeOf('lines with one uuid', 8000, (lines, count) => {
    for (let at = 0; at < count; at++) lines.prompt(`Again ${at}`, { uuid: 'same', parentUuid: null })
  }),
  shapeOf('lines written children first', 8000, (lines, count) => {
    for (let at = 0; at < count; at++) lines.prompt(`Line ${at}`, { parentUuid: `m-${at + 2}` })
  }),
  shapeOf('compactions', 2000, (lines, count) => {
    for (let at = 0; at < count; at++) {
      lines.prompt(`Look at pear ${at}`)
      lines.says(`Pear ${at} is ripe.`)
      compact(lines, at)
    }
  }),
  shapeOf('interrupted turns', 4000, (lines, count) => {
    for (let at = 0; at < count; at++) {
      lines.prompt(`Look at pear ${at}`)
      lines.answer([toolUse(`t${at}`, ...bash(`look ${at}`))])
      lines.prompt([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
    }
  }),
]

function compact(lines: SessionLines, at: number): void {
  const above = lines.last
  lines.add(
    {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      isMeta: false,
      compactMetadata: { trigger: 'auto', preTokens: 1000 },
      logicalParentUuid: above,
    },
    { parentUuid: null },
  )
  const said = `This session is being continued from a previous conversation. Pear ${at} was ripe.`
  lines.prompt(said, { isCompactSummary: true, isVisibleInTranscriptOnly: true })
}

export function range<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
