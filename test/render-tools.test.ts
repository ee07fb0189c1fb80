import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DiffPart, MediaPart, Part } from '../src/render/view/part.ts'
import type { Row, ToolRow } from '../src/render/view/row.ts'
import { loadSession } from '../src/source/load-session.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, openSession, viewOf } from './draw-session.ts'

const PRUNING = join(FIXTURES, 'views', 'pruning.jsonl')

test('shows each version of a plan whole, with what changed since the one before', () => {
  const [first, second] = toolRows('ExitPlanMode')
  expect(diffsOf(first)).toEqual([])
  expect(diffsOf(second).map(diff => [diff.path, changed(diff)])).toEqual([
    ['plan 1 → 2', ['-1. Pear', '-2. Plum', '+1. Plum', '+2. Pear']],
    ['plan as edited', ['-3. Sweep up', '+3. Sweep up twice']],
  ])
  expect([first, second].map(row => textsOf(row, 'markdown'))).toEqual([
    ['# Prune\n\n1. Pear\n2. Plum\n3. Sweep up'],
    ['# Prune\n\n1. Plum\n2. Pear\n3. Sweep up', '# Prune\n\n1. Plum\n2. Pear\n3. Sweep up twice'],
  ])
})

test('says what became of a plan, in the words of the person', () => {
  const [first, second] = toolRows('ExitPlanMode')
  expect(first?.output).toEqual([
    { kind: 'fields', fields: [['verdict', 'rejected']] },
    { kind: 'text', label: 'the user said', text: 'Plum first' },
  ])
  expect(second?.output[0]).toEqual({ kind: 'fields', fields: [['verdict', 'approved, edited by the user']] })
})

test('compares what is written over with what the session last saw of the file', () => {
  const writes = toolRows('Write')
  expect(writes.map(row => diffsOf(row).flatMap(changed))).toEqual([['-pear', '+pear, pruned'], ['-apple'], []])
  expect(writes.map(row => textsOf(row, 'text'))).toEqual([
    ['the file as this session last saw it'],
    ['the file as this session last saw it'],
    [],
  ])
})

test('says which turn closed an item of a list', () => {
  const lists = toolRows('TodoWrite').map(row => {
    const [list] = row.input
    return list?.kind === 'list' ? list.items.map(item => item.note) : []
  })
  expect(lists).toEqual([
    ['Pruning the plum', 'Pruning the pear'],
    ['Pruning the plum, closed here', 'Pruning the pear'],
    ['Pruning the plum, closed in turn 1', 'Pruning the pear, closed here'],
  ])
})

test('shows what an MCP server answered: words, image, data', () => {
  const [row] = toolRows('look')
  expect(row?.server).toBe('garden')
  expect(row?.output.map(part => part.kind)).toEqual(['output', 'media', 'code'])
  expect(row?.output[2]).toMatchObject({ label: 'structured content' })
})

test('carries the bytes of images from wherever they are recorded', () => {
  const inputs = rowsOf().filter(row => row.kind === 'input')
  const media: MediaPart[] = [
    ...inputs.flatMap(row => row.media),
    ...[...toolRows('look'), ...toolRows('Read')].flatMap(row => mediaOf(row.output)),
  ]
  expect(inputs.filter(row => row.media.length > 0).map(row => row.source)).toEqual(['prompt', 'queued'])
  expect(media.length).toBe(4)
  for (const part of media) expect(part.base64?.length).toBeGreaterThan(0)
})

test('puts the address of a result behind its title', () => {
  const [list] = toolRows('WebSearch')[0]?.output ?? []
  expect(list).toMatchObject({
    items: [{ text: 'Pruning plums', note: 'https://example.org/plums' }, { text: 'https://example.org/bare' }],
  })
})

test('puts the verdict of a hook under the call it guarded', () => {
  const rows = rowsOf()
  const at = rows.findIndex(row => row.kind === 'hook')
  expect(rows[at - 1]).toMatchObject({ kind: 'tool', name: 'Bash' })
  expect(rows[at]).toMatchObject({ outcome: 'decision', text: 'allow: Sweeping is fine', isOnTool: true, parts: [] })
})

test('names the body of a slash command, and puts shell output behind its input', () => {
  const rows = rowsOf()
  const command = rows.findIndex(row => row.kind === 'input' && row.source === 'command')
  expect(rows[command + 1]).toMatchObject({ kind: 'notice', label: 'command text', minLevel: 'all' })
  const shell = rows.findIndex(row => row.kind === 'input' && row.source === 'shell')
  expect(rows[shell + 1]).toMatchObject({ kind: 'output', of: 'shell' })
})

test('says what a compaction kept', () => {
  const [row] = rowsOf().filter(row => row.kind === 'compaction')
  expect(row?.parts[0]).toEqual({ kind: 'fields', fields: [['kept', '3 entries, lines 35 to 37']] })
})

test.skipIf(!listCorpusFiles())('finds versions of plans, closed items and images in recorded sessions', () => {
  const found = { plans: 0, closed: 0, media: 0 }
  for (const source of listSources(CORPUS)) {
    for (const row of viewOf(loadSession(source), 'all')) {
      if (row.kind !== 'tool') continue
      const parts = [...row.input, ...row.output]
      found.plans += parts.filter(part => part.kind === 'diff' && part.path.startsWith('plan ')).length
      found.closed += parts.filter(part => part.kind === 'list' && part.items.some(isClosed)).length
      found.media += mediaOf(parts).filter(part => part.base64).length
    }
  }
  expect(found.plans).toBeGreaterThan(0)
  expect(found.closed).toBeGreaterThan(0)
  expect(found.media).toBeGreaterThan(0)
})

function isClosed(item: { readonly note?: string }): boolean {
  return item.note?.includes('closed in turn') === true
}

function rowsOf(): Row[] {
  return [...viewOf(openSession(PRUNING), 'all')]
}

function toolRows(name: string): ToolRow[] {
  return rowsOf().filter(row => row.kind === 'tool' && row.name === name) as ToolRow[]
}

function diffsOf(row: ToolRow | undefined): DiffPart[] {
  return [...(row?.input ?? []), ...(row?.output ?? [])].filter(part => part.kind === 'diff')
}

function changed(diff: DiffPart): string[] {
  return diff.hunks.flatMap(hunk => hunk.lines.filter(line => /^[-+]/.test(line)))
}

function textsOf(row: ToolRow | undefined, kind: 'markdown' | 'text'): string[] {
  return [...(row?.input ?? []), ...(row?.output ?? [])].flatMap(part => (part.kind === kind ? [part.text] : []))
}

function mediaOf(parts: readonly Part[]): MediaPart[] {
  return parts.filter(part => part.kind === 'media')
}
