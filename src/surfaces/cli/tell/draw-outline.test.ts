import { expect, test } from 'vitest'
import type { App } from '../app.ts'
import { drawItem, drawOutline } from './draw-outline.ts'

const plain = (text: string): string => text
const marked = (name: string) => (text: string) => `<${name}>${text}</${name}>`
const colors = { bold: plain, dim: marked('dim'), yellow: plain, cyan: plain, green: marked('green') }
const app = { columns: 40, colors: colors as unknown as App['colors'] }
const WIDTHS = { indent: 0, cite: 10, label: 0 }

test('what lies behind a text is less loud on every line of it', () => {
  const detail = 'and all that was said about it at great length by everybody'
  expect(drawItem(app, { cite: 'aaaaaaaa:1', label: '', text: 'It passed', detail, mark: 'good' }, WIDTHS)).toEqual([
    'aaaaaaaa:1  <green>✓ It passed</green><dim>  and all that</dim>',
    '            <dim>was said about it at great</dim>',
    '            <dim>length by everybody</dim>',
  ])
})

test('a text that is too long leaves its facts in place', () => {
  const text = 'One word after another until there is no room left for any more of them at all, and on it goes'
  const lines = drawItem(app, { cite: 'aaaaaaaa:1', label: '', text, detail: '3 files · api' }, WIDTHS)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/…$/)
  expect(lines[2]).toBe('            <dim>3 files · api</dim>')
})

test('facts are broken between them alone', () => {
  const part = { level: 1 as const, heading: 'Projects', facts: [], items: [] }
  const items = [{ cite: '', label: 'api', text: '', facts: ['12m of work', '3 sessions', '4 files', '1.2M tokens'] }]
  expect(drawOutline(app, { title: 'Week', facts: [], parts: [{ ...part, items }] })).toEqual([
    'Week',
    '',
    'Projects',
    '    <dim>api</dim>  12m of work · 3 sessions',
    '         4 files · 1.2M tokens',
  ])
})
