import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../src/text/width.ts'
import { makeHome, type Result, runCli } from './cli-runner.ts'
import { type StoryLines, startStory } from './story-lines.ts'
import { ONE, TWO } from './temp-tree.ts'

function homeWith(name: string, lines: StoryLines): string {
  const home = makeHome(name)
  const folder = join(home, '.claude', 'projects', '-home-dev-app')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${ONE}.jsonl`), lines.lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return home
}

function work(): StoryLines {
  return startStory()
    .person('Make the parser faster\u001b[31m and **safe** [x](javascript:alert(1))')
    .run('go test ./...', '--- FAIL: TestSum (0.00s)\nFAIL\nFAIL\texample.com/app\t0.004s', 'failed')
    .edit('/home/dev/app/src/parse.go')
    .run('go test ./...', 'ok  \texample.com/app\t0.004s')
    .run('git commit -am "Read whole lines"', '[main abc1234] Read whole lines')
    .says(
      'The parser now reads whole lines because single bytes took longest.\n\n## Next steps\n\n- Measure on Windows',
    )
}

function story(home: string, ...more: string[]): Result {
  return runCli(['story', ONE.slice(0, 8), ...more], { home })
}

describe('story', () => {
  test('tells what was asked, done, decided and left open, with the turns that back it', () => {
    const { out, code } = story(homeWith('told', work()))
    expect(code).toBe(0)
    expect(out).toContain('Asked: “Make the parser faster')
    expect(out).toMatch(/✓ go test \.\/\.\.\. {2}2 runs, 1 failed; last: passed {2}:1/)
    expect(out).toMatch(/src\/parse\.go {2}\+1 −1 {2}:1/)
    expect(out).toMatch(/abc1234 Read whole lines/)
    expect(out).toMatch(/○ Measure on Windows {2}said in the last answer {2}:1/)
    expect(out).not.toContain('\u001b[31m and')
  })
  test('says the same from the index and from the transcript', () => {
    const home = homeWith('both', work())
    const { friction, related, ...before } = JSON.parse(story(home, '--json').out)
    expect([friction, related]).toEqual([undefined, undefined])
    expect(runCli(['sync'], { home }).code).toBe(0)
    const after = JSON.parse(story(home, '--json').out)
    expect(after).toEqual({ ...before, friction: after.friction, related: after.related })
    expect(after.related).toEqual({ related: [] })
    expect(before).toMatchObject({
      schema: 'backscroll.story/1',
      sessionId: ONE,
      story: { measures: { turns: 1, testRuns: 2 } },
    })
  })
  test('has the title that another file gives it, from both', () => {
    const lines = work()
    const home = homeWith('titled', lines)
    const other = { type: 'summary', summary: 'Faster parser', leafUuid: lines.last }
    const folder = join(home, '.claude', 'projects', '-home-dev-app')
    writeFileSync(join(folder, `${TWO}.jsonl`), `${JSON.stringify(other)}\n`)
    const { title, titleFrom } = JSON.parse(story(home, '--json').out).story
    expect([title, titleFrom]).toEqual(['Faster parser', 'summary'])
    expect(runCli(['sync'], { home }).code).toBe(0)
    expect(JSON.parse(story(home, '--json').out).story).toMatchObject({ title, titleFrom })
  })
  test('counts runs of the same tests once, however their files are named', () => {
    const failed = '=== short test summary info ===\nFAILED test/test_a.py::test_b\n=== 1 failed in 0.1s ==='
    const lines = startStory()
      .person('Make the parser faster')
      .run('pytest test/test_a.py', failed, 'failed')
      .run('pytest /home/dev/app/test/test_a.py', '=== 1 passed in 0.1s ===')
    const { out } = story(homeWith('named', lines))
    expect(out).toMatch(/✓ pytest test\/test_a\.py {2}2 runs, 1 failed; last: 1 passed/)
    expect(out).not.toContain('Left open')
  })
  test('goes on where the transcript does', () => {
    const home = homeWith('grows', work())
    runCli(['sync'], { home })
    homeWith('grows', work().person('Now the writer').says('The writer is faster too because it writes blocks.'))
    expect(JSON.parse(story(home, '--json').out).story.measures.turns).toBe(2)
  })
  test('says so where an index of another version tells it', () => {
    const home = homeWith('older', work())
    runCli(['sync'], { home })
    expect(story(home).err).toBe('')
    const index = new DatabaseSync(join(home, '.local', 'share', 'backscroll', 'index.db'))
    index.exec("UPDATE meta SET value = '0' WHERE key = 'derivation'")
    index.close()
    expect(story(home).err).toContain('the index is not up to date with the archive; `backscroll sync` mends it')
  })
  test('as Markdown holds nothing of the transcript that a reader would obey', () => {
    const { out } = story(homeWith('markdown', work()), '--markdown')
    expect(out).toMatch(/^# Make the parser faster/)
    expect(out).toContain('- [ ] Measure on Windows')
    expect(out).not.toMatch(/(?<!\\)\]\(javascript:/)
  })
  test('as Markdown has the parts, the tags and what the terminal has', () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }
    const lines = work().line(boundary).person('Now the writer').edit('/home/dev/app/src/write.go').says('Done so far.')
    const home = homeWith('parts', lines)
    const [text, drawn] = [story(home, '--markdown').out, story(home).out]
    for (const part of ['Part 1, until the context was compacted', 'Part 2', 'Asked: “Now the writer”', '#go']) {
      expect(text).toContain(part)
      expect(drawn).toContain(part)
    }
  })
  test('keeps to a narrow width, title and head included', () => {
    const { out } = story(homeWith('narrow', work()), '--width', '40')
    expect(Math.max(...out.split('\n').map(line => displayWidth(line)))).toBeLessThanOrEqual(40)
  })
  test('with --turns tells each turn', () => {
    const { out } = story(homeWith('turns', work()), '--turns')
    expect(out).toMatch(/ran tests ×2, debugged ×1, committed ×1/)
    expect(out).not.toContain('Before the first prompt')
  })
  test.each(['1', '99', '1-2'])('is that of a whole session: turn %s is refused', turn => {
    const { code, out, err } = runCli(['story', `${ONE.slice(0, 8)}:${turn}`], { home: homeWith('one-turn', work()) })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^backscroll: a story is that of a whole session, not of one turn\nLeave out the number/)
  })
  test.each([[[]], [['--markdown']]])('leaves no gap where there is no summary (%j)', more => {
    const use = { type: 'tool_use', id: 't1', name: 'BashOutput', input: { bash_id: 'b1' } }
    const lines = startStory().line({ type: 'assistant', message: { role: 'assistant', content: [use] } })
    const { out } = story(homeWith('no-summary', lines), ...more)
    expect(out).toContain('1 call: BashOutput')
    expect(out).not.toContain('\n\n\n')
  })
  test('of an empty session says so, and of one that is not there', () => {
    const empty = story(homeWith('empty-one', startStory().note({ type: 'mode', mode: 'normal' })))
    expect([empty.code, empty.out]).toEqual([1, ''])
    expect(empty.err).toContain('nothing happened in this session')
    const summary = 'This session is being continued from a previous conversation. The parser was made faster.'
    const content = { isCompactSummary: true, type: 'user', message: { role: 'user', content: summary } }
    const rest = startStory().line(content).says('The parser now begins where it stopped.')
    expect(story(homeWith('rest', rest)).out).toContain('In the end: “The parser now begins where it stopped.”')
    const missing = runCli(['story', 'nope'], { home: homeWith('missing', work()) })
    expect(missing.code).toBe(2)
    expect(missing.err).not.toContain('    at ')
  })
})
