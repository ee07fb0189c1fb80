import { describe, expect, test } from 'vitest'
import { HOME_ANCHORS, homeAt, slugOf } from './home-folders.ts'

/** The first home folder in a text, as `what stands there -> the home folder`. */
function checkHome(text: string, field?: string): string | undefined {
  const lower = text.toLowerCase()
  for (let at = 0; at < text.length; at++) {
    if (!HOME_ANCHORS.some(anchor => lower.startsWith(anchor, at))) continue
    const place = homeAt(text, at, field)
    if (place) return `${text.slice(place.start, place.end)} -> ${place.home}`
  }
  return undefined
}

describe('homeAt', () => {
  test.each([
    ['cd /home/maria/work', '/home/maria -> /home/maria'],
    ['"/Users/maria.k/x"', '/Users/maria.k -> /Users/maria.k'],
    ['file:///home/maria/x', '/home/maria -> /home/maria'],
    ['see /home/maria.', '/home/maria -> /home/maria'],
    ['PATH=/bin:/home/maria/bin', '/home/maria -> /home/maria'],
    ['C:\\Users\\Maria\\x', 'C:\\Users\\Maria -> C:\\Users\\Maria'],
    ['"c:\\\\Users\\\\Maria\\\\x"', 'c:\\\\Users\\\\Maria -> C:\\Users\\Maria'],
    ['C:\\Users\\Maria Smith\\x', 'C:\\Users\\Maria Smith -> C:\\Users\\Maria Smith'],
    ['C:/Users/Maria/x', 'C:/Users/Maria -> C:\\Users\\Maria'],
    ['/c/Users/Maria/x', '/c/Users/Maria -> C:\\Users\\Maria'],
    ['/mnt/c/Users/Maria/x', '/mnt/c/Users/Maria -> C:\\Users\\Maria'],
    ['/Volumes/Data/Users/maria/x', '/Volumes/Data/Users/maria -> /Users/maria'],
    ['a\\n/home/maria/x', '/home/maria -> /home/maria'],
    ['\\/home\\/maria\\/x', '\\/home\\/maria -> /home/maria'],
    ['?p=%2Fhome%2Fmaria%2Fx', '%2Fhome%2Fmaria -> /home/maria'],
    ['.claude/projects/-home-maria-work/x.jsonl', '-home-maria -> /home/maria'],
  ])('finds the one in %j', (text, expected) => {
    expect(checkHome(text)).toBe(expected)
  })

  test.each([
    'src/pages/home/index.tsx',
    './home/maria',
    '~/home/maria',
    '`$' + '{ROOT}/home/maria',
    '/api/users/maria',
    '/users/maria',
    '/Users/Shared/x',
    '/home/linuxbrew/.linuxbrew/bin',
    '/home/$USER/x',
    '/home/<name>/x',
    'take-home-pay',
    '\\Users\\maria',
  ])('finds none in %j', text => {
    expect(checkHome(text)).toBeUndefined()
  })

  test('is certain of a person only where a path says so, because /home/… is a page of web sites too', () => {
    expect(homeAt('/home/maria/.ssh', 0, undefined)?.isCertain).toBe(true)
    expect(homeAt('/home/maria', 0, 'cwd')?.isCertain).toBe(true)
    expect(homeAt('/home/dashboard', 0, undefined)?.isCertain).toBe(false)
  })
})

test('slugOf names a home folder as project folders do, unless that is one everyday word', () => {
  expect(slugOf('/home/maria')).toBe('-home-maria')
  expect(slugOf('C:\\Users\\Maria')).toBe('C--Users-Maria')
  expect(slugOf('/root')).toBeUndefined()
})
