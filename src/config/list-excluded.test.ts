import { expect, test } from 'vitest'
import { listExcluded } from './list-excluded.ts'

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
