import { expect, test } from 'vitest'
import { readManner } from './prompt-manner.ts'

function checkManner(manner: 'looksBack' | 'asks' | 'complains' | 'orders', prompts: readonly string[]): void {
  for (const prompt of prompts) expect([prompt, readManner(prompt)[manner]]).toEqual([prompt, true])
}

test('work that is ordered is told from what looks for something known', () => {
  checkManner('orders', [
    'add a lamp to the start page',
    'please write a test for the empty list',
    'can you sort the list by name?',
    'the list should have a footer',
    'zeige die Summe auf der Startseite',
    'die Dateien nach Datum sortieren',
    '設定画面にアイコンを追加して',
    '给列表加一个标题',
  ])
})

test('questions, trouble and what speaks of earlier are no orders', () => {
  checkManner('asks', [
    'why is the list sorted twice',
    'how do we round prices',
    'wo wird die Summe gerundet',
    '保存期間は何日ですか',
  ])
  checkManner('complains', ['the list is empty and the server fails', '导出失败'])
  checkManner('looksBack', [
    'the list is empty again',
    'add it as we decided',
    'wie hatten wir das gelöst',
    '又出现死锁了',
  ])
  for (const prompt of ['add it as we decided last time', 'TypeError: list must be sorted', 'raise the limit to 20'])
    expect([prompt, readManner(prompt).orders]).toEqual([prompt, false])
})

test('an order stays one where "back" or "still" is part of it', () => {
  expect(readManner('send a mail when the lamp is back in stock')).toEqual({
    looksBack: false,
    asks: false,
    complains: false,
    orders: true,
  })
})
