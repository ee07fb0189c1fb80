import { expect, test } from 'vitest'
import { listExcluded } from './run-sync.ts'

test('projects that are kept out may be written with the home folder as ~', () => {
  const exclude = ['secret', '~/clients', '~', '/abs', '~other/x']
  expect(listExcluded({ home: '/home/ann', config: { exclude } })).toEqual([
    'secret',
    '/home/ann/clients',
    '/home/ann',
    '/abs',
    '~other/x',
  ])
  expect(listExcluded({ home: '/home/ann', config: {} })).toEqual([])
})
