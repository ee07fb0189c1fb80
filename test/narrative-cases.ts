/** What each finding of a story is proven by, one row each. */
import type { StoryLines } from './story-lines.ts'

type Make = (story: StoryLines) => StoryLines

export interface Case {
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
export const GO_FAILS = '--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 4\nFAIL\nFAIL\texample.com/app\t0.004s'
const GO_PASSES = 'ok  \texample.com/app\t0.004s'

export function asks(story: StoryLines): StoryLines {
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

export const CASES: { readonly [name: string]: Case } = {
  request: {
    found: asks,
    silent: story => story.person('Warmup').says('Ready.').person('yes').person('continue'),
    recorded: 'c010174c',
  },
  'title from first words': {
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
