import { expect, test } from 'vitest'
import { isOwnTool, stripEcho } from './strip-echo.ts'

test('what stands between our marks is taken out, and what stands around it stays', () => {
  expect(stripEcho('before <backscroll-recall>\nlease\n</backscroll-recall> after')).toBe('before  after')
  expect(stripEcho('<backscroll-history>a</backscroll-history>x<backscroll-recall>b</backscroll-recall>')).toBe('x')
  expect(stripEcho('nothing of ours <b>here</b>')).toBe('nothing of ours <b>here</b>')
})

test('a delivery that the client cut is taken out to its end', () => {
  expect(stripEcho('kept\n<backscroll-recall>\nQuoted: the lease … [cut]')).toBe('kept\n')
})

test('the name of a mark in a sentence takes nothing away', () => {
  const asked = 'What does <backscroll-recall> mean? And </backscroll-recall>? '
  expect(stripEcho('Why is <backscroll-recall> never closed here?')).toBe(
    'Why is <backscroll-recall> never closed here?',
  )
  expect(stripEcho(asked)).toBe('What does ? ')
  expect(stripEcho('</backscroll-recall> first')).toBe('</backscroll-recall> first')
})

test('many open marks cost no more than their length', () => {
  const text = '<backscroll-recall> '.repeat(50_000)
  expect(stripEcho(text)).toBe(text)
})

test('tools of a server of our name are ours, others are not', () => {
  for (const name of ['mcp__backscroll__search', 'mcp__plugin_backscroll_backscroll__read', 'mcp__my-Backscroll__x'])
    expect([name, isOwnTool(name)]).toEqual([name, true])
  for (const name of ['mcp__notes__backscroll', 'backscroll', 'Bash', 'mcp__'])
    expect([name, isOwnTool(name)]).toEqual([name, false])
})
