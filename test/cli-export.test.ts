import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ExportHome, IMAGE, makeExportHome, RICH } from './export-home.ts'
import { makeProgram } from './keep-home.ts'

const NAME = '2026-03-01-push-the-plums-with-github-token-1-and-tell-email-3f2a0000'

let home: ExportHome
beforeAll(async () => {
  home = await makeExportHome()
})

describe('export of one session', () => {
  test('is a page in the current folder, named by day, title and id', async () => {
    const fresh = await makeExportHome()
    const { code, out, err } = await fresh.exportHere(['3f2a'])
    expect({ code, out }).toEqual({ code: 0, out: `${join(fresh.desk, `${NAME}.html`)}\n` })
    expect(fresh.listDesk()).toEqual([`${NAME}.html`])
    const rows = rowsIn(fresh.readDesk(`${NAME}.html`))
    expect(rows.map(row => row.kind)).toEqual(
      expect.arrayContaining(['session', 'turn', 'input', 'tool', 'agent', 'answer', 'loss']),
    )
    expect(JSON.stringify(rows)).toContain('Seven plums, seen with ‹github-token-1›')
    expect(err).toMatch(/^Took out \d things of \d kinds \(.*1 github token.*\); 1 image was not looked at\.\n$/)
  })

  test('takes its format from --format, or from the name after -o', async () => {
    expect((await exportTo('talk.md')).startsWith('# Push the plums with ‹github-token-1›')).toBe(true)
    expect((await exportTo('talk.txt')).startsWith('Push the plums with ‹github-token-1›')).toBe(true)
    expect((await exportTo('talk.htm')).startsWith('<!doctype html>')).toBe(true)
    expect(JSON.parse(await exportTo('talk.json')).schema).toMatch(/^backscroll\./)
    expect((await exportTo('talk.v2', ['-f', 'md'])).startsWith('# Push')).toBe(true)
  })

  test('shows as much as the level says, all in a page and tools in a text', async () => {
    const command = 'DATABASE_URL'
    expect(await exportTo('all.txt', ['--level', 'all'])).toContain(command)
    expect(await exportTo('tools.txt')).not.toContain(command)
    expect(await exportTo('tools.txt')).toContain('Bash')
    expect(await exportTo('prompts.md', ['--level', 'prompts'])).not.toContain('There are seven plums.')
    expect(await exportTo('answers.md', ['--level', 'answers'])).toContain('There are seven plums.')
    expect(JSON.stringify(rowsIn(await exportTo('all.html')))).toContain(command)
    expect(await exportTo('raw.txt', ['--level', 'raw'])).toContain('"toolu_01"')
  })

  test('gives exactly the turns asked for, after the id or with --turns', async () => {
    const one = await stdout(['3f2a:2', '-f', 'md', '-o', '-'])
    expect(one).toContain('One plum.')
    expect(one).not.toContain('seven plums')
    expect(await stdout(['3f2a', '--turns', '2', '-f', 'md', '-o', '-'])).toBe(one)
    const two = await stdout(['3f2a:2-3', '-f', 'txt', '-o', '-'])
    expect(two).toMatch(/One plum\.[\s\S]*There are seven plums\./)
    expect(two).not.toContain('Pushing now')
    const { out } = await home.exportHere(['3f2a', '--turns', '2-3', '-f', 'txt', '-o', './'])
    expect(out).toBe(`${join(home.desk, `${NAME}-turns-2-3.txt`)}\n`)
  })

  test('shows agents where they were called, one line each, or alone', async () => {
    const wish = ['3f2a', '-f', 'txt', '--level', 'all', '-o', '-']
    expect(await stdout(wish)).toContain('Seven plums, seen with')
    expect(await stdout([...wish, '--agents', 'none'])).not.toContain('Seven plums, seen with')
    const alone = await stdout([...wish, '--agents', 'only'])
    expect(alone).toContain('Seven plums, seen with')
    expect(alone).not.toContain('One plum.')
  })

  test('puts images beside a text as files, and leaves them out where it is told to', async () => {
    const text = await exportTo('picture.md')
    const [, name = ''] = /!\[[^\]]*\]\(picture\.images\/([0-9a-f]{32}\.png)\)/.exec(text) ?? []
    expect(readFileSync(join(home.desk, 'picture.images', name)).toString('base64')).toBe(IMAGE)
    expect(await exportTo('bare.md', ['--no-images'])).not.toContain('](bare.images')
    expect(existsSync(join(home.desk, 'bare.images'))).toBe(false)
    expect(await exportTo('full.html')).toContain(IMAGE)
    expect(await exportTo('bare.html', ['--no-images'])).not.toContain(IMAGE)
    expect((await home.exportHere(['3f2a', '-f', 'md', '-o', '-'])).out).not.toContain('![')
  })

  test('gives the same bytes again', async () => {
    for (const format of ['html', 'md', 'json', 'txt']) {
      const first = await exportTo(`again.${format}`)
      const isSame = first === (await exportTo(`again.${format}`))
      expect(isSame, format).toBe(true)
    }
  })

  test('replaces a file that is there', async () => {
    await exportTo('again.txt', ['--level', 'prompts'])
    expect(await exportTo('again.txt')).toContain('There are seven plums.')
  })

  test('writes no colour, whoever asks for it', async () => {
    const env = { FORCE_COLOR: '1' }
    const { out } = await home.exportHere(['3f2a', '-f', 'txt', '-o', '-'], { env })
    expect(out).not.toContain('\x1b')
    expect((await home.exportHere(['3f2a', '-f', 'txt', '-o', '-'], { env: { NO_COLOR: '1' } })).out).toBe(out)
  })

  test('tells a program what was written and taken out', async () => {
    const { out, code } = await home.exportHere(['3f2a', '-o', 'told.md', '--json'])
    const result = JSON.parse(out)
    expect(code).toBe(0)
    expect(result).toMatchObject({ schema: 'backscroll.export-result/1', format: 'md', isRedacted: true, images: 1 })
    expect(
      result.files.map(({ path, holds }: { path: string; holds: string }) => [
        path.slice(home.desk.length + 1, 13 + home.desk.length),
        holds,
      ]),
    ).toEqual([
      ['told.md', 'session'],
      ['told.images/', 'image'],
    ])
    expect(result.files[0].sizeBytes).toBe(Buffer.byteLength(home.readDesk('told.md')))
    const kinds = new Map(result.takenOut.map((kind: { rule: string }) => [kind.rule, kind]))
    expect(kinds.get('github-token')).toMatchObject({ category: 'secret', things: 1 })
    expect(out).not.toContain(home.secrets.token)
  })

  test('opens what it wrote, and says so where nothing can', async () => {
    const program = makeProgram(process.platform === 'darwin' ? 'open' : 'xdg-open')
    const { code } = await home.exportHere(['3f2a', '-o', 'opened.html', '--open'], { env: { PATH: program.folder } })
    expect(code).toBe(0)
    for (let tries = 0; tries < 100 && program.calls().length === 0; tries++)
      await new Promise(done => setTimeout(done, 20))
    expect(program.calls().map(call => call.at(-1))).toEqual([join(home.desk, 'opened.html')])
    const { err, code: unopened } = await home.exportHere(['3f2a', '-o', 'opened.html', '--open'], {
      env: { PATH: '' },
    })
    expect(unopened).toBe(0)
    expect(err).toMatch(/it was not opened: there is no /)
    const broken = makeProgram(process.platform === 'darwin' ? 'open' : 'xdg-open', { exitCode: 3 })
    const { err: complaint } = await home.exportHere(['3f2a', '-o', 'opened.html', '--open'], {
      env: { PATH: broken.folder },
    })
    expect(complaint).toMatch(/it was not opened: (?:xdg-)?open ended with 3/)
  })
})

describe('what must not get out', () => {
  test('is in no format at any level', async () => {
    for (const format of ['html', 'md', 'json', 'txt']) {
      for (const level of ['prompts', 'answers', 'tools', 'all', 'raw']) {
        const text = readable(await exportTo(`secret-${level}.${format}`, ['--level', level]))
        for (const secret of [...Object.values(home.secrets), home.home]) {
          expect(text.includes(secret), `${secret} in ${format} at level ${level}`).toBe(false)
        }
      }
    }
  })

  test('is written only with --no-redact, and then not into the name', async () => {
    const { out, err } = await home.exportHere(['3f2a', '-f', 'txt', '--no-redact'])
    expect(out).toBe(`${join(home.desk, '2026-03-01-3f2a0000.txt')}\n`)
    expect(home.readDesk('2026-03-01-3f2a0000.txt')).toContain(home.secrets.token)
    expect(err).toMatch(/^Nothing was taken out: secrets, names and paths are in it/)
  })
})

describe('jsonl', () => {
  test('is the original bytes, and asked for with --no-redact alone', async () => {
    const bytes = readFileSync(join(home.transcript, '..', `${RICH}.jsonl`), 'utf8')
    const refused = await home.exportHere(['3f2a', '-f', 'jsonl'])
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(/original bytes[\s\S]*--no-redact[\s\S]*backscroll redact <id>/)
    const piped = await home.exportHere(['3f2a', '-f', 'jsonl', '--no-redact', '-o', '-'])
    expect(piped.out).toBe(bytes)
    expect(piped.err).toMatch(/subagent in .*agent-b2\.jsonl/)
    const parts = await Promise.all(
      ['0-1', '2-9'].map(turns => stdout([`3f2a:${turns}`, '-f', 'jsonl', '--no-redact', '-o', '-'])),
    )
    expect(parts.join('')).toBe(bytes)
  })

  test('has the files of agents beside it in a folder', async () => {
    const { out } = await home.exportHere(['3f2a', '-f', 'jsonl', '--no-redact', '-o', 'raw/'])
    const [main = '', agent = ''] = out.trimEnd().split('\n')
    const project = join(home.transcript, '..')
    expect(readFileSync(main)).toEqual(readFileSync(join(project, `${RICH}.jsonl`)))
    expect(readFileSync(agent)).toEqual(readFileSync(join(project, RICH, 'subagents', 'agent-b2.jsonl')))
    expect(
      (await home.exportHere(['3f2a', '-f', 'jsonl', '--no-redact', '-o', 'main/', '--agents', 'none'])).out
        .trimEnd()
        .split('\n'),
    ).toHaveLength(1)
  })
})

async function exportTo(name: string, more: readonly string[] = []): Promise<string> {
  const { code, err } = await home.exportHere(['3f2a', '-o', name, ...more])
  expect({ code, err: err.replace(/^(Took|Nothing).*\n/, '') }).toEqual({ code: 0, err: '' })
  return home.readDesk(name)
}

async function stdout(args: readonly string[]): Promise<string> {
  const { code, out } = await home.exportHere(args)
  expect(code).toBe(0)
  return out
}

function rowsIn(page: string): readonly { readonly kind: string }[] {
  return unpack(page, 'rows-\\d+').flatMap(text => text.split('\n').map(line => JSON.parse(line)))
}

/** With what is packed into it. */
function readable(text: string): string {
  return [text, ...unpack(text, 'rows-\\d+|directory')].join('\n')
}

function unpack(page: string, name: string): readonly string[] {
  const blocks = page.matchAll(new RegExp(`<script type="text/plain" id="(?:${name})">([^<]*)</script>`, 'g'))
  return Array.from(blocks, ([, data = '']) =>
    data.startsWith('{') ? data : zstdDecompressSync(Buffer.from(data, 'base64')).toString(),
  )
}
