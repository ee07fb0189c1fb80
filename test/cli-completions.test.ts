import { describe, expect, test } from 'vitest'
import { SETTINGS } from '../src/config/settings.ts'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { runShell } from './cli-runner.ts'
import { makeLines, makeTree, ONE, TWO } from './temp-tree.ts'

/** What bash offers for a new word after this line. */
async function complete(line: string): Promise<string> {
  const { out } = await runShell(
    `backscroll() { {} "$@"; }; source <({} completions bash); COMP_WORDS=(${line} ""); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _backscroll; echo "\${COMPREPLY[*]}"`,
  )
  return out.trim()
}

describe('completions', () => {
  test('for bash offer commands, options and choices', async () => {
    expect(await complete('backscroll')).toBe(COMMANDS.map(row => row.name).join(' '))
    expect(await complete('backscroll show --level')).toBe('prompts answers tools all raw')
    expect(await complete('backscroll completions')).toBe('bash zsh fish')
    const flags = await runShell(
      `source <({} completions bash); COMP_WORDS=(backscroll ls --); COMP_CWORD=2; _backscroll; echo "\${COMPREPLY[*]}"`,
    )
    expect(flags.out).toContain('--since')
    expect(flags.out).toContain('--root')
    expect(flags.out).not.toContain('--demo-if-empty')
  })
  test('for bash offer settings and their choices', async () => {
    const names = SETTINGS.map(setting => setting.name).join(' ')
    for (const action of ['get', 'set', 'unset']) expect(await complete(`backscroll config ${action}`)).toBe(names)
    expect(await complete('backscroll config list')).toBe('')
    expect(await complete('backscroll --no-color config set level')).toBe('prompts answers tools all raw')
    expect(await complete('backscroll config set width')).toBe('')
  })
  test('for bash offer the sessions of the root that was named', async () => {
    const root = makeTree({
      [`p/${ONE}.jsonl`]: makeLines(ONE),
      [`q/${ONE}.jsonl`]: makeLines(ONE),
      [`p/${TWO}.jsonl`]: [],
    })
    const ids = '11111111 22222222'
    expect((await complete(`backscroll --root ${root} show`)).split(' ').sort()).toEqual(ids.split(' ').sort())
    expect((await complete(`backscroll tail --root ${root}`)).split(' ').sort()).toEqual(ids.split(' ').sort())
    expect(await complete(`backscroll show --root ${root} 11111111`)).toBe('')
    for (const line of ['usage --session', 'search -n 3 --session'])
      expect((await complete(`backscroll --root ${root} ${line}`)).split(' ').sort()).toEqual(ids.split(' ').sort())
  })
  test('for bash know the letters of each command', async () => {
    const orders = 'asc desc cost tokens requests'
    expect(await complete('backscroll usage -o')).toBe(orders)
    expect(await complete('backscroll usage daily --order')).toBe(orders)
    expect(await complete('backscroll usage -s')).toBe('')
    // A value is no word of the command; and here the letter takes none.
    expect(await complete('backscroll usage -o cost')).toMatch(/^daily weekly /)
    expect(await complete('backscroll context -a 11111111')).toBe('')
  })
  test.each([
    ['zsh', (short: string, name: string) => `{-${short},--${name}}'[`],
    ['fish', (short: string, name: string) => ` -l ${name} -s ${short}`],
  ])('for %s have every option with its letter, and none that is hidden', async (shell, lookOf) => {
    const { out } = await runShell(`{} completions ${shell}`)
    const options = COMMANDS.flatMap(row => row.options ?? [])
    for (const { name, short, isHidden } of options) {
      if (isHidden) expect(out).not.toMatch(new RegExp(`(--|-l )${name}\\b`))
      else if (short !== undefined) expect(out).toContain(lookOf(short, name))
    }
    expect(options.some(({ isHidden }) => isHidden)).toBe(true)
    expect(out).toMatch(/(--|-l )session(\[[^'\n]*| -x -a '[^'\n]*)session-ids/)
  })
  test('are good scripts for each shell that is here', async () => {
    const shells = [
      { shell: 'bash', check: 'bash -n' },
      { shell: 'zsh', check: 'zsh -n' },
      { shell: 'fish', check: 'fish -n' },
    ]
    for (const { shell, check } of shells) {
      const isHere = (await runShell(`command -v ${shell}`)).code === 0
      if (!isHere) console.log(`${shell} is not installed: its completion script was printed but not checked`)
      const { code, err } = await runShell(
        isHere ? `{} completions ${shell} | ${check} /dev/stdin` : `{} completions ${shell}`,
      )
      expect({ shell, code, err }).toEqual({ shell, code: 0, err: '' })
    }
  })
})
