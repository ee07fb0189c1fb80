import { expect, test } from 'vitest'
import { RECALL_LEVELS } from '../query/recall/recall.ts'
import { checkRecallIn, chosenRecall, parseRecallIn, RECALL_CHOICES } from './recall-setting.ts'

test('the words of the setting are the levels of recall', () => {
  expect(RECALL_CHOICES).toEqual(RECALL_LEVELS)
})

test('the level of a project wins over that for all, and without either it is off', () => {
  const config = { recall: 'session', recallIn: { '/work/api': 'file', '/work/quiet': 'off' } }
  expect(chosenRecall(config, '/work/api')).toBe('file')
  expect(chosenRecall(config, '/work/quiet')).toBe('off')
  expect(chosenRecall(config, '/work/other')).toBe('session')
  expect(chosenRecall({}, '/work/api')).toBe('off')
})

test('what is no level switches nothing on', () => {
  for (const value of [true, 1, 'ON', 'Prompt', null, ['prompt'], {}]) {
    expect(chosenRecall({ recall: value, recallIn: { '/x': value } }, '/x')).toBe('off')
    expect(chosenRecall({ recallIn: value }, '/x')).toBe('off')
  }
  expect(chosenRecall({ recallIn: {} }, '__proto__')).toBe('off')
  expect(chosenRecall({ recallIn: {} }, 'constructor')).toBe('off')
})

test('levels by folder are typed as JSON and checked', () => {
  expect(checkRecallIn(parseRecallIn(['{"/work/api":', '"prompt"}']))).toBeUndefined()
  for (const words of [['prompt'], ['{"/work/api": "loud"}'], ['{"": "off"}'], ['["off"]'], ['{']])
    expect(checkRecallIn(parseRecallIn(words))).toContain('levels by folder')
})
