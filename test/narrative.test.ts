import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { buildStory } from '../src/narrative/build-story.ts'
import { FINDINGS } from '../src/narrative/extractors.ts'
import type { Place, Story } from '../src/narrative/story.ts'
import { createTold } from '../src/narrative/told/told.ts'
import { listCorpusFiles } from './corpus.ts'
import { listCorpusSessions, listFixtureSessions, type SessionFiles } from './session-files.ts'
import { type StoryLines, startStory, tellLines } from './story-lines.ts'
import { tellSession } from './tell-session.ts'

type Make = (story: StoryLines) => StoryLines

interface Case {
  /** A tiny transcript in which it is found … */
  readonly found: Make
  /** … and one that looks alike, in which it is not. */
  readonly silent: Make
  /** Id of a recorded session in which it is found. */
  readonly recorded: string
}

const QUESTION = {
  questions: [{ question: 'Which store?', header: 'Store', options: [{ label: 'SQLite' }, { label: 'JSON' }] }],
}
const ANSWERED = {
  text: 'User has answered your questions: "Which store?"="SQLite".',
  structured: { questions: [], answers: { 'Which store?': 'SQLite' } },
}
const PLAN = { plan: '# Store the facts\n\n1. Open the file.' }
const REFUSED_PLAN =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nwrite the tests first"
const APPROVED_PLAN = {
  text: 'User has approved your plan. You can now start coding.',
  structured: { plan: PLAN.plan, isAgent: false },
}
const GO_FAILS = '--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 4\nFAIL\nFAIL\texample.com/app\t0.004s'
const GO_PASSES = 'ok  \texample.com/app\t0.004s'

function asks(story: StoryLines): StoryLines {
  return story.person('Make the parser faster')
}

function todos(status: string): object {
  return { todos: [{ content: 'Write the parser', status, activeForm: 'Writing' }] }
}

function track(story: StoryLines, status: string): StoryLines {
  const structured = { oldTodos: [], newTodos: (todos(status) as { todos: unknown }).todos }
  return story.call('TodoWrite', todos(status), { text: 'Todos have been modified', structured })
}

function apiError(story: StoryLines): StoryLines {
  const message = {
    id: 'e1',
    type: 'message',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text: 'API Error: Overloaded' }],
    usage: {},
  }
  return story.line({ type: 'assistant', message, isApiErrorMessage: true })
}

const plainAnswer: Make = story => asks(story).says('The parser now reads whole lines.')

function takesBack(story: StoryLines): StoryLines {
  const at = asks(story).says('Done.').last
  return story.person('Now the writer').says('Done.').backTo(at).person('Now the reader').says('Done.')
}

const CASES: { readonly [name: string]: Case } = {
  request: {
    found: asks,
    silent: story => story.person('Warmup').says('Ready.').person('yes').person('continue'),
    recorded: 'c010174c',
  },
  'title from the request': {
    found: story => story.person('yes, continue').says('Fine.').person('Add a cache'),
    silent: story => asks(story).note({ type: 'ai-title', aiTitle: 'Faster parser' }),
    recorded: 'acdd84ab',
  },
  summary: { found: asks, silent: story => story.line({ type: 'mode', mode: 'normal' }), recorded: 'c010174c' },
  tags: {
    found: story => asks(story).edit('/home/dev/app/src/parse/lines.ts'),
    silent: story => asks(story).read('/home/dev/app/src/parse/lines.ts'),
    recorded: 'c010174c',
  },
  'activity: explored': {
    found: story => asks(story).run('git log --oneline | head', 'abc'),
    silent: story => asks(story).edit('/home/dev/app/a.ts'),
    recorded: 'c010174c',
  },
  'activity: planned': {
    found: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    silent: story => asks(story).says('Here is my plan: read, then write.'),
    recorded: 'cb2e607c',
  },
  'activity: wrote': {
    found: story => asks(story).write('/home/dev/app/a.ts'),
    silent: story => asks(story).edit('/home/dev/app/a.ts'),
    recorded: '7acd37a8',
  },
  'activity: edited': {
    found: story => asks(story).edit('/home/dev/app/a.ts'),
    silent: story => asks(story).edit('/home/dev/app/README.md'),
    recorded: 'c010174c',
  },
  'activity: ran': {
    found: story => asks(story).run('./deploy.sh', 'done'),
    silent: story => asks(story).run('ls -la', 'total 0'),
    recorded: 'c010174c',
  },
  'activity: tested': {
    found: story => asks(story).run('go test ./...', GO_PASSES),
    silent: story => asks(story).run('grep -rn "go test" .', 'Makefile: go test ./...'),
    recorded: 'c010174c',
  },
  'activity: debugged': {
    found: story => asks(story).run('go test ./...', GO_FAILS, 'failed').edit('/home/dev/app/a.go'),
    silent: story => asks(story).run('go test ./...', GO_PASSES).edit('/home/dev/app/a.go'),
    recorded: 'c010174c',
  },
  'activity: built': {
    found: story => asks(story).run('npm run build', 'built'),
    silent: story => asks(story).run('cat build.log', 'built'),
    recorded: 'c010174c',
  },
  'activity: committed': {
    found: story => asks(story).run('git commit -m "Add x"', '[main abc1234] Add x'),
    silent: story => asks(story).run('git log --grep commit', 'abc1234 commit'),
    recorded: 'c010174c',
  },
  'activity: opened-pr': {
    found: story => asks(story).run('gh pr create --fill', 'https://github.com/o/n/pull/3'),
    silent: story => asks(story).run('gh pr list', '3 open'),
    recorded: 'c010174c',
  },
  'activity: reviewed': {
    found: story => asks(story).run('gh pr diff 3', '+a'),
    silent: story => asks(story).run('git diff main', '+a'),
    recorded: 'c010174c',
  },
  'activity: delegated': {
    found: story =>
      asks(story).call(
        'Task',
        { description: 'Look around', prompt: 'Look', subagent_type: 'Explore' },
        { text: 'found' },
      ),
    silent: story => asks(story).call('TaskList', {}, { text: 'none' }),
    recorded: 'acdd84ab',
  },
  'activity: researched': {
    found: story => asks(story).call('WebSearch', { query: 'zstd frames' }, { text: 'found' }),
    silent: story => asks(story).call('ToolSearch', { query: 'web' }, { text: 'found' }),
    recorded: '741790a4',
  },
  'activity: configured': {
    found: story => asks(story).edit('/home/dev/app/package.json'),
    silent: story => asks(story).edit('/home/dev/app/src/package.ts'),
    recorded: 'acdd84ab',
  },
  'activity: documented': {
    found: story => asks(story).edit('/home/dev/app/docs/guide.md'),
    silent: story => asks(story).edit('/home/dev/app/docs/guide.ts'),
    recorded: 'acc53d32',
  },
  'activity: asked': {
    found: story => asks(story).call('AskUserQuestion', QUESTION, ANSWERED),
    silent: story => asks(story).says('Which store?'),
    recorded: '48f428f9',
  },
  'activity: tracked': { found: story => track(asks(story), 'pending'), silent: plainAnswer, recorded: 'c010174c' },
  'activity: used-tools': {
    found: story => asks(story).call('mcp__issues__list', {}, { text: '[]' }),
    silent: story => asks(story).call('Grep', { pattern: 'mcp__' }, { text: '' }),
    recorded: 'c010174c',
  },
  files: {
    found: story => asks(story).edit('/home/dev/app/a.ts'),
    silent: story => asks(story).read('/home/dev/app/a.ts').edit('/home/dev/app/b.ts', 'failed'),
    recorded: 'c010174c',
  },
  commits: {
    found: story => asks(story).run('git commit -m "Add x"', '[main abc1234] Add x\n 1 file changed'),
    silent: story => asks(story).run('git commit -m "Add x"', 'nothing to commit, working tree clean', 'failed'),
    recorded: 'c010174c',
  },
  'pull requests': {
    found: story => asks(story).run('gh pr create --fill', 'https://github.com/o/n/pull/3'),
    silent: story => asks(story).run('gh issue view 3', 'https://github.com/o/n/pull/3'),
    recorded: 'c010174c',
  },
  'tests: passed': {
    found: story => asks(story).run('go test ./...', GO_PASSES),
    silent: story => asks(story).run('echo "all tests pass"', 'all tests pass'),
    recorded: 'c010174c',
  },
  'tests: failed': {
    found: story => asks(story).run('go test ./... | tail -5', GO_FAILS),
    silent: story => asks(story).run('cat old.log', GO_FAILS),
    recorded: 'c010174c',
  },
  'tests: unknown': {
    found: story => asks(story).run('npm test 2>&1 | head -2', '> app@1.0.0 test'),
    silent: story => asks(story).run('npm install', 'added 3 packages'),
    recorded: '847ff7d2',
  },
  'error: resolved': {
    found: story => asks(story).run('make all', 'error: no rule', 'failed').run('make all', 'done'),
    silent: story => asks(story).run('make all', 'error: no rule', 'failed').run('ls', 'Makefile'),
    recorded: 'c010174c',
  },
  'error: retried': {
    found: story => asks(story).run('gh pr diff --stat', 'unknown flag: --stat', 'failed').run('gh api user', '{}'),
    silent: story => asks(story).run('gh pr diff --stat', 'unknown flag: --stat', 'failed').run('ls', 'a'),
    recorded: 'c010174c',
  },
  'error: abandoned': {
    found: story => asks(story).run('docker build .', 'error: no daemon', 'failed').run('ls', 'a'),
    silent: story => asks(story).run('docker build .', 'error: no daemon', 'failed'),
    recorded: '7acd37a8',
  },
  'error: open': {
    found: story => asks(story).run('make all', 'error: no rule', 'failed').run('make all', 'error: no rule', 'failed'),
    silent: story => asks(story).run('make all', 'error: no rule', 'failed').run('make all', 'ok'),
    recorded: 'c1d0a6cf',
  },
  questions: {
    found: story => asks(story).call('AskUserQuestion', QUESTION, ANSWERED),
    silent: story => asks(story).says('Which store do you prefer?'),
    recorded: '48f428f9',
  },
  'plan: approved': {
    found: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    silent: story => asks(story).call('ExitPlanMode', PLAN),
    recorded: 'f852ad25',
  },
  'plan: rejected': {
    found: story =>
      asks(story).call('ExitPlanMode', PLAN, {
        text: REFUSED_PLAN,
        structured: `Error: ${REFUSED_PLAN}`,
        isError: true,
      }),
    silent: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    recorded: '48f428f9',
  },
  'plan: pending': {
    found: story => asks(story).call('ExitPlanMode', PLAN),
    silent: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    recorded: '07047a7d',
  },
  'decision: answer': {
    found: story => asks(story).call('AskUserQuestion', QUESTION, ANSWERED),
    silent: story => asks(story).call('AskUserQuestion', QUESTION),
    recorded: '48f428f9',
  },
  'decision: plan': {
    found: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    silent: story =>
      asks(story).call('ExitPlanMode', PLAN, {
        text: REFUSED_PLAN,
        structured: `Error: ${REFUSED_PLAN}`,
        isError: true,
      }),
    recorded: 'f852ad25',
  },
  'decision: person': {
    found: story => asks(story).says('Done.').person('Never push to main. Use feature branches.'),
    silent: story => asks(story).says('Done.').person('It never worked on my machine, why?'),
    recorded: '8b418ea5',
  },
  'decision: model': {
    found: story => asks(story).says('I decided to use SQLite instead of JSON files because readers must not block.'),
    silent: story => asks(story).says('We could use SQLite or JSON files. Which one do you prefer?'),
    recorded: '53ea1606',
  },
  'decision: refusal': {
    found: story => asks(story).run('npm install', 'use pnpm', 'refused'),
    silent: story => asks(story).run('npm install', '', 'refused'),
    recorded: '7acd37a8',
  },
  'open thread: task': {
    found: story => track(asks(story), 'in_progress'),
    silent: story => track(track(asks(story), 'in_progress'), 'completed'),
    recorded: '130d7b7e',
  },
  'open thread: tests': {
    found: story => asks(story).run('go test ./...', GO_FAILS, 'failed'),
    silent: story => asks(story).run('go test ./app -run TestSum', GO_FAILS, 'failed').run('go test ./...', GO_PASSES),
    recorded: 'fe5e1c67',
  },
  'open thread: promise': {
    found: story => asks(story).says('The parser is faster.\n\n## Next steps\n\n- Run the benchmark on Windows'),
    silent: story =>
      asks(story).says('The parser is faster. The remaining 20 ms are spent in the disk. Nothing is left to do.'),
    recorded: '22c5d52e',
  },
  'open thread: question': {
    found: story => asks(story).says('Two ways are open. Which approach do you prefer?'),
    silent: story => asks(story).says('The parser is faster. Is there anything else I can help with?'),
    recorded: '645ea3df',
  },
  'open thread: plan': {
    found: story => asks(story).call('ExitPlanMode', PLAN),
    silent: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    recorded: '07047a7d',
  },
  'open thread: error': {
    found: story => apiError(asks(story)),
    silent: story => apiError(asks(story)).says('It works again.'),
    recorded: 'c1d0a6cf',
  },
  'open thread: interrupted': {
    found: story => asks(story).run('sleep 99', '', 'pending').interrupts(),
    silent: story => asks(story).run('sleep 99', '', 'pending').interrupts().person('Use five seconds').says('Done.'),
    recorded: '2a80b8d9',
  },
  'open thread: prompt': { found: asks, silent: plainAnswer, recorded: '0a8fc187' },
  'correction: prompt': {
    found: story => asks(story).says('Done.').person("No, that's wrong: you broke the reader."),
    silent: story => asks(story).says('Done.').person('No problem, thanks. Now fix the wrong label in the header.'),
    recorded: '37f83ec9',
  },
  'correction: rejection': {
    found: story => asks(story).run('npm install', 'use pnpm', 'refused'),
    silent: story => asks(story).run('npm install', '', 'refused'),
    recorded: '7acd37a8',
  },
  'correction: plan-feedback': {
    found: story =>
      asks(story).call('ExitPlanMode', PLAN, {
        text: REFUSED_PLAN,
        structured: `Error: ${REFUSED_PLAN}`,
        isError: true,
      }),
    silent: story => asks(story).call('ExitPlanMode', PLAN, APPROVED_PLAN),
    recorded: '48f428f9',
  },
  'correction: rewind': {
    found: takesBack,
    silent: story => asks(story).says('Done.').person('Make the writer faster').says('Done.'),
    recorded: '03eb5929',
  },
  interruptions: {
    found: story => asks(story).interrupts(),
    silent: story => asks(story).says('[Request interrupted by user] is what the client writes.'),
    recorded: '7acd37a8',
  },
  'signal: corrections': {
    found: story => asks(story).says('Done.').person("No, that's wrong: you broke the reader."),
    silent: plainAnswer,
    recorded: '7acd37a8',
  },
  'signal: interruptions': { found: story => asks(story).interrupts(), silent: plainAnswer, recorded: '7acd37a8' },
  'signal: refusals': {
    found: story => asks(story).run('npm install', '', 'refused'),
    silent: story => asks(story).run('npm install', 'EACCES', 'failed'),
    recorded: 'c010174c',
  },
  'signal: retries': {
    found: story =>
      asks(story).edit('/home/dev/app/a.go').run('go test ./...', GO_FAILS, 'failed').edit('/home/dev/app/a.go'),
    silent: story => asks(story).edit('/home/dev/app/a.go').edit('/home/dev/app/a.go'),
    recorded: 'c010174c',
  },
  'signal: open-errors': {
    found: story => asks(story).run('make all', 'error: no rule', 'failed'),
    silent: story => asks(story).run('make all', 'error: no rule', 'failed').run('make all', 'ok'),
    recorded: 'c1d0a6cf',
  },
  'signal: read-edit-cycles': {
    found: story => asks(story).edit('/home/dev/app/a.ts').read('/home/dev/app/a.ts').edit('/home/dev/app/a.ts'),
    silent: story => asks(story).read('/home/dev/app/a.ts').edit('/home/dev/app/a.ts'),
    recorded: 'a7da6a22',
  },
  'signal: failed-tests': {
    found: story => asks(story).run('go test ./...', GO_FAILS, 'failed'),
    silent: story => asks(story).run('go test ./...', GO_PASSES),
    recorded: 'c010174c',
  },
  'signal: compactions': {
    found: story =>
      asks(story).line({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 9 },
      }),
    silent: story =>
      asks(story).line({ type: 'system', subtype: 'microcompact_boundary', content: 'Context microcompacted' }),
    recorded: 'c010174c',
  },
  'signal: rewinds': {
    found: takesBack,
    silent: plainAnswer,
    recorded: '03eb5929',
  },
}

describe('each thing a story can find', () => {
  test('has its case', () => {
    expect(Object.keys(CASES).sort()).toEqual(FINDINGS.map(({ name }) => name).sort())
  })
  test.each(FINDINGS.map(finding => [finding.name, finding] as const))(
    '%s: found where it is, silent where it only looks so',
    (name, finding) => {
      const { found, silent } = CASES[name] as Case
      expect(finding.count(tellLines(found(startStory()))), 'found').toBeGreaterThan(0)
      expect(finding.count(tellLines(silent(startStory()))), 'silent').toBe(0)
    },
  )
})

/** Every place names an entry that is there, in the turn it says. */
function checkPlaces({ id, files }: SessionFiles): Story {
  const { session, story } = tellSession(id, files)
  const threads = new Map([['', session.main], ...session.agents.map(agent => [agent.id, agent.thread] as const)])
  for (const place of listPlaces(story)) {
    const thread = threads.get(place.agent) ?? threads.get(place.agent.replace(/~\d+$/, ''))
    const entry = thread?.entries[place.entry]
    expect(entry, `${id} ${JSON.stringify(place)}`).toBeDefined()
    if (!place.agent.includes('~')) expect(entry?.uuid).toBe(place.uuid)
    if (place.agent === '') expect(entry?.turn).toBe(place.turn)
  }
  return story
}

function listPlaces(value: unknown): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap(listPlaces)
  if (typeof value !== 'object' || value === null) return []
  if ('entry' in value && 'segment' in value && 'agent' in value) return [value as Place]
  return Object.values(value).flatMap(listPlaces)
}

/** Whatever is said names what backs it. */
function checkBacked(story: Story): void {
  const lists = [
    story.summary,
    story.activities,
    story.files,
    story.commits,
    story.pullRequests,
    story.tests,
    story.errors,
  ]
  const more = [
    story.questions,
    story.plans,
    story.decisions,
    story.threads,
    story.corrections,
    story.interruptions,
    story.signals,
  ]
  for (const item of [...lists, ...more].flat()) expect(item.places.length, JSON.stringify(item)).toBeGreaterThan(0)
}

/** What was told in parts, saved and gone on with, is what is told at once. */
function checkParts({ id, files }: SessionFiles, cuts: readonly number[]): void {
  let told = createTold()
  const builder = createSessionBuilder({ id, onEntry: (kept, entry, thread) => told.add(kept, entry, thread) })
  const threads = files.map(({ agentId }, file) => builder.openThread({ file, agentId }))
  let from = 0
  for (const cut of [...cuts, 1]) {
    files.forEach(({ entries }, file) => {
      for (const entry of entries.slice(Math.floor(entries.length * from), Math.floor(entries.length * cut)))
        threads[file]?.add(entry)
    })
    buildStory(builder.build(), told)
    told = createTold(told.save())
    from = cut
  }
  expect(buildStory(builder.build(), told)).toEqual(tellSession(id, files).story)
}

describe('a story', () => {
  test('names entries that are there, on every fixture', () => {
    for (const session of listFixtureSessions()) checkBacked(checkPlaces(session))
  })
  test('is the same told in parts or at once, on every fixture', () => {
    const sessions = [...listFixtureSessions()]
    fc.assert(
      fc.property(
        fc.nat(sessions.length - 1),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        (at, cuts) => {
          checkParts(
            sessions[at] as SessionFiles,
            cuts.toSorted((a, b) => a - b),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
  test('comes back from JSON as it was', () => {
    for (const { id, files } of listFixtureSessions()) {
      const { story } = tellSession(id, files)
      const back = JSON.parse(JSON.stringify(story)) as Story
      expect(JSON.stringify(back)).toBe(JSON.stringify(story))
    }
  })
  test('of parts tells in each part what happened there, and together all of it', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    }
    const lines = asks(startStory())
      .edit('/home/dev/app/a.ts')
      .line(boundary)
      .person('Now the writer')
      .edit('/home/dev/app/a.ts')
      .edit('/home/dev/app/b.ts')
    const { segments, files } = tellLines(lines)
    expect(segments.map(({ results }) => results?.files.map(({ path }) => path))).toEqual([
      ['/home/dev/app/a.ts'],
      ['/home/dev/app/a.ts', '/home/dev/app/b.ts'],
    ])
    expect(files.map(({ path, edits }) => [path, edits])).toEqual([
      ['/home/dev/app/a.ts', 2],
      ['/home/dev/app/b.ts', 1],
    ])
    expect(segments.map(({ request }) => request?.text)).toEqual(['Make the parser faster', 'Now the writer'])
  })
  test('tells an error with what ended it', () => {
    const { errors } = tellLines(asks(startStory()).run('make all', 'error: no rule', 'failed').run('make all', 'done'))
    expect(errors).toMatchObject([{ message: 'error: no rule', ending: 'resolved', endedAt: { entry: 3 } }])
  })
  test('that ends with failing tests leaves one thread open, not two', () => {
    const { threads } = tellLines(asks(startStory()).run('go test ./...', GO_FAILS, 'failed'))
    expect(threads.map(({ kind }) => kind)).toEqual(['tests'])
  })
  test('tells what took a decision back', () => {
    const lines = asks(startStory())
      .says('Done.')
      .person('Always use postgres for storage.')
      .says('Done.')
      .person('On second thought, no postgres: use sqlite for the storage.')
    const [first] = tellLines(lines).decisions
    expect(first?.takenBack?.text).toContain('sqlite')
  })
})

const corpus = listCorpusFiles()

describe.runIf(corpus)('over recorded transcripts', () => {
  const stories = new Map<string, Story[]>()
  test('a story names entries that are there, and backs what it says', { timeout: 120_000 }, () => {
    for (const session of listCorpusSessions()) {
      const story = checkPlaces(session)
      checkBacked(story)
      stories.set(session.id, [...(stories.get(session.id) ?? []), story])
    }
  })
  test.each(FINDINGS.map(finding => [finding.name, finding] as const))('%s is found', (name, finding) => {
    const { recorded } = CASES[name] as Case
    const named = [...stories].filter(([id]) => id.startsWith(recorded)).flatMap(([, list]) => list)
    expect(
      named.some(story => finding.count(story) > 0),
      `in ${recorded}`,
    ).toBe(true)
  })
})
