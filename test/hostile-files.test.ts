import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifestPath } from '../src/archive/archive-folder.ts'
import { EMPTY_END, formatCommit } from '../src/archive/manifest-line.ts'
import type { ManifestRecord } from '../src/archive/manifest-record.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { makeLines, ONE, toLines, writeItem } from './temp-tree.ts'

const OTHER = '99999999-9999-4999-8999-999999999999'
const archiveOf = ({ keep }: KeepHome): string => join(keep, 'archive')

/** The manifest as somebody else would have written it: every record changed as they like, all sums right. */
function forge(home: KeepHome, change: (record: { [name: string]: unknown }) => void): void {
  const path = manifestPath(archiveOf(home))
  const records = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { [name: string]: unknown })
  for (const record of records) {
    delete record.sum
    change(record)
  }
  let end = EMPTY_END
  const commits = Map.groupBy(records, ({ commit }) => commit)
  const texts = [...commits.values()].map(lines => {
    const plain = lines.map(({ commit: _, after: __, ...record }) => record as unknown as ManifestRecord)
    const formatted = formatCommit(plain, end)
    end = formatted.end
    return formatted.text
  })
  writeFileSync(path, texts.join(''))
}

describe('an archive that somebody else made', () => {
  const PLACES = [
    'settings.json',
    'settings.local.json',
    'CLAUDE.md',
    'commands/run.md',
    'hooks/start.sh',
    'plugins/x/plugin.json',
    'projects/-work/memory/MEMORY.md',
    'projects/-work/.bashrc',
    'sessions/17.key',
    '.bashrc',
  ]
  test.each(PLACES)('puts nothing at %s, and verify says what it names', async place => {
    const home = await makeKept()
    rmSync(join(home.config, 'projects'), { recursive: true })
    forge(home, record => {
      if (record.t === 'generation' && String(record.place).endsWith('out.txt')) record.place = place
    })
    const before = existsSync(join(home.config, place))
    const { code, err } = await home.run(['restore', ONE])
    expect(code).toBe(2)
    expect(err).toMatch(/is no place for files of a session$/m)
    expect(existsSync(join(home.config, place))).toBe(before)
    const verified = await home.run(['verify'])
    expect(verified.code).toBe(1)
    expect(verified.out + verified.err).toContain('names a place that is none of a session')
    const to = join(home.home, 'elsewhere')
    await home.run(['restore', ONE, '--to', to])
    expect(existsSync(join(to, place))).toBe(false)
  })

  test('writes to no folder that is not of a client here without a yes, and shows each path', async () => {
    const home = await makeKept()
    rmSync(join(home.config, 'projects'), { recursive: true })
    const foreign = join(home.home, '.config', 'autostart')
    forge(home, record => {
      if (record.t === 'session') record.configPath = foreign
    })
    const refused = await home.run(['restore', ONE])
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(
      /is no folder of a Claude Code on this machine\nRestore it into a folder you name: .*--to DIR/,
    )
    expect(existsSync(foreign)).toBe(false)
    const declined = await home.run(['restore', ONE], { answer: 'n\n' })
    expect(declined.code).toBe(2)
    expect(declined.err).toContain(join(foreign, 'projects'))
    expect(existsSync(foreign)).toBe(false)
    expect((await home.run(['restore', ONE], { answer: 'y\n' })).code).toBe(0)
    expect(existsSync(join(foreign, 'projects'))).toBe(true)
  })

  test('with numbers that cannot be says that nothing can be restored, not that everything is there', async () => {
    const home = await makeKept()
    rmSync(join(home.config, 'projects'), { recursive: true })
    forge(home, record => {
      if (record.t === 'file') record.session = Number.MAX_SAFE_INTEGER
    })
    const { code, out, err } = await home.run(['restore', ONE])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/nothing of session .* can be restored: the archive names no file of it\n.*verify/)
    expect((await home.run(['verify'])).code).toBe(1)
  })
})

test('a restore that was killed leaves nothing among the transcripts once the next run has begun', async () => {
  const home = await makeKept()
  const project = join(home.transcript, '..')
  const draft = join(project, '.backscroll-0123456789abcdef.new')
  const mine = join(project, 'mine.new')
  writeFileSync(draft, 'half')
  writeFileSync(mine, 'not theirs')
  const dead = spawn(process.execPath, ['-e', '0'])
  await new Promise(resolve => dead.once('close', resolve))
  writeItem(join(home.keep, 'restoring', `${dead.pid}.txt`), `${draft}\n${mine}\n`)
  expect((await home.run(['sync'])).code).toBe(0)
  expect([existsSync(draft), existsSync(mine)]).toEqual([false, true])
  expect(readdirSync(join(home.keep, 'restoring'))).toEqual([])
})

test('an import follows no link out of what is imported, and names it', async () => {
  const home = makeKeepHome()
  const secret = join(home.home, 'secret.jsonl')
  writeFileSync(secret, toLines(makeLines(OTHER, { prompt: 'the launch code' })))
  const folder = mkdtempSync(join(tmpdir(), 'backscroll-import-'))
  const project = join(folder, 'projects', '-app')
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, `${ONE}.jsonl`), toLines(makeLines(ONE, { prompt: 'Grow the tomatoes' })))
  symlinkSync(secret, join(project, `${OTHER}.jsonl`))
  const { err } = await home.run(['import', folder])
  expect(err).toMatch(/99999999.*is a link that leads out of what is imported: left out/)
  expect((await home.run(['search', 'launch code'])).code).toBe(1)
  expect((await home.run(['search', 'tomatoes'])).code).toBe(0)
  rmSync(folder, { recursive: true })
})

test('notes write nothing through a folder that leads out of the vault', async () => {
  const home = await makeKept()
  const vault = join(home.home, 'vault')
  const outside = join(home.home, 'outside')
  mkdirSync(join(vault, 'backscroll'), { recursive: true })
  mkdirSync(outside)
  symlinkSync(outside, join(vault, 'backscroll', 'sessions'))
  const { code, err } = await home.run(['notes', '--vault', vault])
  expect(code).toBe(2)
  expect(err).toMatch(/is a link that leads out of the vault, to .*: no note was written\n/)
  expect(readdirSync(outside)).toEqual([])
})

test('an export that nobody looked through for secrets is for its owner alone', async () => {
  const home = await makeKept()
  const old = process.umask(0o022)
  try {
    const open = join(home.home, 'open.md')
    const shared = join(home.home, 'shared.md')
    writeFileSync(open, 'before')
    chmodSync(open, 0o644)
    await home.run(['export', ONE, '--no-redact', '-o', open])
    await home.run(['export', ONE, '-o', shared])
    expect([statSync(open).mode & 0o777, statSync(shared).mode & 0o777]).toEqual([0o600, 0o644])
    const folder = join(home.home, 'many')
    await home.run(['export', '--project', 'app', '--no-redact', '-f', 'txt', '-o', `${folder}/`])
    for (const name of readdirSync(folder)) expect([name, statSync(join(folder, name)).mode & 0o77]).toEqual([name, 0])
    expect(statSync(folder).mode & 0o77).toBe(0)
  } finally {
    process.umask(old)
  }
})
