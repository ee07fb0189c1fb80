import { expect, test } from 'vitest'
import { listSentences } from './sentences.ts'

test('names keep their signs', () => {
  expect(listSentences('**Set** `window.__mapIdle` in __init__.py for src/**/loader.py')).toEqual([
    'Set `window.__mapIdle` in __init__.py for src/**/loader.py',
  ])
})
