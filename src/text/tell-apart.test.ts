import { expect, test } from 'vitest'
import { tellApart } from './tell-apart.ts'

function check(places: readonly string[], names: readonly string[]): void {
  const named = places.map(place => ({ name: place.split(/[\\/]/).at(-1) ?? '', place }))
  expect(tellApart(named)).toEqual(names)
}

test('a name that nobody else bears is enough', () => {
  check([], [])
  check(['/home/dev/api', '/home/dev/cli'], ['api', 'cli'])
  check(['/home/dev/api', '/home/dev/api'], ['api', 'api'])
})

test('of those that share one so much of the place is told that each is one', () => {
  check(['/home/dev/cli', '/srv/cli', '/srv/api'], ['dev/cli', 'srv/cli', 'api'])
  check(['/a/x/cli', '/b/x/cli', '/c/y/cli'], ['a/x/cli', 'b/x/cli', 'y/cli'])
  check(['example.com/dev/cli', 'C:\\work\\cli', '/work/cli'], ['dev/cli', 'C:/work/cli', 'work/cli'])
  check(['/home/dev/App', '/srv/app'], ['dev/App', 'srv/app'])
  check(['/cli', '/home/cli'], ['cli', 'home/cli'])
})
