import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { machineAt, makeTree, type TreeItem } from '../../../test/temp-tree.ts'
import type { RootEnvironment } from '../../source/roots.ts'
import type { App } from './app.ts'
import { offerRetention } from './offer-retention.ts'

interface Machine {
  readonly home: string
  readonly settings: string
  /** Runs the offer with this answer typed; gives what was written. */
  offer(answer: string, more?: Partial<App>, roots?: Partial<RootEnvironment>): Promise<string>
}

function makeMachine(files: { readonly [path: string]: TreeItem } = {}): Machine {
  const home = makeTree({ '.claude/projects/x': '', ...files })
  return {
    home,
    settings: join(home, '.claude', 'settings.json'),
    async offer(answer, more = {}, roots = {}) {
      let text = ''
      const write = (part: string | Uint8Array): void => {
        text += part
      }
      const input = new PassThrough()
      input.end(answer)
      const app = {
        isInteractive: true,
        json: false,
        isDemo: false,
        home,
        keepDir: join(home, 'keep'),
        now: () => 0,
        roots: machineAt(home, roots),
        input,
        signal: new AbortController().signal,
        err: { write, line: (line = '') => write(`${line}\n`) },
        ...more,
      }
      await offerRetention(app as unknown as App)
      return text
    },
  }
}

describe('the offer to keep transcripts longer', () => {
  test('explains, asks, changes the one setting and says how to undo it', async () => {
    const { offer, settings } = makeMachine({ '.claude/settings.json': '{\n  "model": "opus"\n}\n' })
    expect(await offer('y\n')).toBe(
      [
        'Claude Code deletes transcripts 30 days (its default) after the last word in them, silently.',
        'backscroll keeps copies; longer there means more sessions that `claude --resume` finds by itself.',
        'Set cleanupPeriodDays to 3650 in ~/.claude/settings.json? [y/N] Done. To undo it, delete that line in ~/.claude/settings.json.\n',
      ].join('\n'),
    )
    expect(readFileSync(settings, 'utf8')).toBe('{\n  "cleanupPeriodDays": 3650,\n  "model": "opus"\n}\n')
  })
  test('changes nothing without a yes, and is made once whatever was answered', async () => {
    const { offer, settings } = makeMachine()
    expect(await offer('\n')).toMatch(/Left as it is; this is not asked again\.\n$/)
    expect(existsSync(settings)).toBe(false)
    expect(await offer('y\n')).toBe('')
    expect(existsSync(settings)).toBe(false)
  })
  test('names the number that was set before', async () => {
    const { offer } = makeMachine({ '.claude/settings.local.json': '{"cleanupPeriodDays": 7}' })
    expect(await offer('yes\n')).toMatch(
      /deletes transcripts 7 days after.*set it back to 7 in ~\/\.claude\/settings\.local\.json/s,
    )
  })
  test('is not made where it is not needed or not wanted', async () => {
    const long = makeMachine({ '.claude/settings.json': '{"cleanupPeriodDays": 365}' })
    expect(await long.offer('y\n')).toBe('')
    const off = makeMachine({ '.claude/settings.json': '{"cleanupPeriodDays": 0}' })
    expect(await off.offer('y\n')).toBe('')
    const broken = makeMachine({ '.claude/settings.json': '{' })
    expect(await broken.offer('y\n')).toBe('')
  })
  test('is not made to a program, for a folder looked at, or for the demo set', async () => {
    const { offer, home } = makeMachine()
    expect(await offer('y\n', { isInteractive: false })).toBe('')
    expect(await offer('y\n', { json: true })).toBe('')
    expect(await offer('y\n', { isDemo: true })).toBe('')
    expect(await offer('y\n', {}, { override: ['.claude'], overrideBy: '--root' })).toBe('')
    expect(existsSync(join(home, 'keep'))).toBe(false)
    expect(await offer('n\n', {}, { override: ['.claude'], overrideBy: 'roots' })).not.toBe('')
  })
  test('is not made where it could not be remembered', async () => {
    const { offer, home } = makeMachine({ keep: 'a file where the folder should be' })
    expect(await offer('y\n')).toBe('')
    const odd = makeMachine()
    mkdirSync(join(odd.home, 'keep'))
    writeFileSync(join(odd.home, 'keep', 'offers.json'), 'not json')
    expect(await odd.offer('y\n')).toBe('')
    expect(existsSync(join(home, '.claude', 'settings.json'))).toBe(false)
  })
  test('that cannot be carried out says why', async () => {
    const { offer } = makeMachine({ '.claude/settings.json': { link: '../dotfiles.json' }, 'dotfiles.json': '{}' })
    expect(await offer('y\n')).toMatch(
      /backscroll: .*settings\.json is a link to .*: it was not changed\n.*by hand\.\n$/,
    )
  })
})
