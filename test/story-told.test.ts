import { describe, expect, test } from 'vitest'
import { listCorpusFiles } from './corpus.ts'
import { listCorpusSessions } from './session-files.ts'
import { entriesOf, type StoryLines, startStory, tellLines } from './story-lines.ts'
import { tellSession } from './tell-session.ts'

type Make = (story: StoryLines) => StoryLines

function tell(make: Make): ReturnType<typeof tellLines> {
  return tellLines(make(startStory()))
}

/** What is left open, as `kind: text`. */
function openOf(make: Make): readonly string[] {
  return tell(make).threads.map(({ kind, text }) => `${kind}: ${text}`)
}

const asks: Make = story => story.person('Make the parser faster')

function command(name: string, args = ''): object {
  const content = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>${args && `\n<command-args>${args}</command-args>`}`
  return { type: 'user', message: { role: 'user', content } }
}

function handover(plan: string): object {
  const content = `Implement the following plan:\n\n${plan}`
  return { type: 'user', message: { role: 'user', content }, planContent: plan }
}

describe('the title', () => {
  const titles = (make: Make) => {
    const { story, session } = tellSession('x', [{ agentId: undefined, entries: entriesOf(make(startStory()).lines) }])
    return [story.title, session.title.text]
  }
  test('is the first prompt that says something, in stories as in lists', () =>
    expect(titles(story => story.person('hello').says('Hi!').person('Write about geese'))).toEqual([
      'Write about geese',
      'Write about geese',
    ]))
  test('is the plan a session began with, though prompts follow', () =>
    expect(titles(story => story.line(handover('# Feed the geese\n\n1. Corn')).person('commit this'))).toEqual([
      'Feed the geese',
      'Feed the geese',
    ]))

  test('is what a teammate wrote first, not what programs tell each other', () => {
    const message = (body: string): object => ({
      type: 'user',
      message: {
        role: 'user',
        content: `<teammate-message teammate_id="lead" color="blue">\n${body}\n</teammate-message>`,
      },
    })
    const made = (story: StoryLines): StoryLines =>
      story
        .line(message('{"type":"task_assignment","taskId":"1"}'))
        .line(message('Paint the barn red'))
        .person('Also the door')
    expect(titles(made)).toEqual(['Paint the barn red', 'Paint the barn red'])
  })
  test('is a command with its words, where that came first', () => {
    expect(titles(story => story.line(command('paint', 'the barn')).person('Now the door'))).toEqual([
      '/paint the barn',
      '/paint the barn',
    ])
    expect(titles(story => story.line(command('paint')).person('Now the door'))).toEqual([
      'Now the door',
      'Now the door',
    ])
    expect(titles(story => story.line(command('init')).says('Done.'))).toEqual(['/init', '/init'])
    expect(titles(story => story.line(command('model', 'opus')).person('Now the door'))).toEqual([
      'Now the door',
      'Now the door',
    ])
  })
  test.each([
    ...['8', 'q', 'resume please', 'hello', 'ok', 'go on', 'continue', 'Continue from previous session', '1 and 3'],
    ...[
      'please continue where we left off',
      'Hello Claude, how are you?',
      'mach bitte weiter',
      '继续',
      '[Image #1]',
      'exit',
    ],
    ...[
      'next step',
      'do the next one',
      'start',
      'help',
      'wait',
      'stop',
      'kk',
      'continue with the plan',
      'lgtm ship it',
    ],
    ...['approved', 'resume from where we stopped yesterday', 'はい、お願いします', 'brave-gliding-fox'],
  ])('is none where only %j was typed, nickname or not', typed => {
    const only = (story: StoryLines): StoryLines =>
      story.line({ type: 'user', slug: 'brave-gliding-fox', message: { role: 'user', content: typed } }).says('Fine.')
    expect(titles(only)).toEqual(['', ''])
    expect(titles(story => only(story).person('Paint the barn'))).toEqual(['Paint the barn', 'Paint the barn'])
  })
  test.each([
    'resume the upload where it broke',
    'fix q',
    'start the importer',
    'stop at the first error',
    'brave-gliding-fox',
    'continue with the barn',
    'help me paint',
    'Issue 8 is back',
  ])('is %j, which says something', typed => expect(titles(story => story.person(typed))).toEqual([typed, typed]))
})

describe('a plan', () => {
  const proposes = (story: StoryLines, result?: Parameters<StoryLines['call']>[2]): StoryLines =>
    story.call('ExitPlanMode', { plan: '# Split the parser' }, result)
  const FAILED = { text: '<tool_use_error>You are not in plan mode.</tool_use_error>', isError: true }
  test('waits while nobody said anything to it', () =>
    expect(openOf(story => proposes(asks(story)))).toEqual(['plan: Split the parser']))
  test('is none where the call for it failed, whatever came next', () => {
    const { plans, threads } = tell(story => proposes(asks(story), FAILED).says('I go on without a plan.'))
    expect([...plans, ...threads]).toEqual([])
    expect(openOf(story => proposes(proposes(asks(story), FAILED)))).toEqual(['plan: Split the parser'])
  })
  test('waits no more once another took its place, or the work went on', () => {
    expect(openOf(story => proposes(asks(story)).call('ExitPlanMode', { plan: '# Split the writer' }))).toEqual([
      'plan: Split the writer',
    ])
    expect(openOf(story => proposes(asks(story)).edit('/home/dev/app/a.ts').says('It is split.'))).toEqual([])
  })
})

describe('a quiet commit', () => {
  test('is told as one, with its hash where something shows it', () => {
    const { commits, summary, activities } = tell(story =>
      asks(story)
        .run('git add -A && git commit -q -m "Split the parser" && git log --oneline -1', '1a2b3c4 Split the parser')
        .run('git commit -q -m "Split the writer"', ''),
    )
    expect(commits.map(({ sha, subject }) => [sha, subject])).toEqual([
      ['1a2b3c4', 'Split the parser'],
      ['', 'Split the writer'],
    ])
    expect(activities).toMatchObject([{ kind: 'committed', count: 2 }])
    expect(summary.map(({ text }) => text)).toContain('Committed 1a2b3c4 Split the parser; (no hash) Split the writer.')
  })
  test('is none where there was nothing to commit', () =>
    expect(
      tell(story =>
        asks(story).run('git commit -q -m "x"; git log --oneline -1', 'nothing to commit\n1a2b3c4 Split the parser'),
      ).commits,
    ).toEqual([]))
  test('has the hash that the client tells', () => {
    const structured = { stdout: '', stderr: '', interrupted: false, gitOperation: { commit: { sha: '1a2b3c4' } } }
    const run = (story: StoryLines): StoryLines =>
      asks(story).call('Bash', { command: 'git commit -q -m "Split the parser"' }, { text: '', structured })
    expect(tell(run).commits).toMatchObject([{ sha: '1a2b3c4', subject: 'Split the parser' }])
  })
})

describe('the paragraph', () => {
  const PASSED = '==== 1 passed in 0.1s ===='
  const FAILED = '==== 1 failed in 0.1s ===='
  const said = (make: Make): string =>
    tell(make)
      .summary.map(({ text }) => text)
      .join(' ')
  test.each<readonly [string, Make, string]>([
    ['passed', story => story.run('pytest', PASSED), 'The tests passed.'],
    ['failed', story => story.run('pytest', FAILED, 'failed'), 'The tests failed.'],
    ['are unknown', story => story.run('pytest | head -1', 'collecting'), 'Ran tests once (1 with unknown outcome).'],
    [
      'failed and then passed',
      story => story.run('pytest', FAILED, 'failed').edit('/a.ts').run('pytest', PASSED),
      'Ran tests twice; in the end they passed.',
    ],
    [
      'passed, and others still fail',
      story => story.run('pytest a.py', FAILED, 'failed').run('pytest b.py', PASSED),
      'Ran tests twice; in the end they failed.',
    ],
    [
      'failed, and nobody saw the end of the run after that',
      story => story.run('pytest', FAILED, 'failed').run('pytest | grep zzz', ''),
      'Ran tests twice (1 with unknown outcome); in the end they failed.',
    ],
    [
      'passed, while a build fails',
      story => story.run('pytest', PASSED).run('npm run build', 'broken', 'failed'),
      'The tests succeeded.',
    ],
    [
      'failed, whatever the last answer says',
      story =>
        story.run('pytest', FAILED, 'failed').says('Everything is in place and all tests are passing again now.'),
      'The tests failed.',
    ],
  ])('has one verdict where tests %s', (_, make, expected) => {
    const paragraph = said(story => make(asks(story)))
    expect(paragraph).toContain(expected)
    expect(/passed/i.test(paragraph) && /fail/i.test(paragraph)).toBe(false)
  })
  test('says nothing of tests where a wrapper ran none', () => {
    const none = '> app@1.0.0 test\n> echo "Error: no test specified" && exit 1\n'
    expect(tell(story => asks(story).run('npm test', none, 'failed')).tests).toEqual([])
  })
})

describe('what is left open', () => {
  const FAILED = '==== 1 failed in 0.1s ===='
  test('is named without comments of the shell', () => {
    expect(openOf(story => asks(story).run('# Build it first\nnpm run build # slow', 'broken', 'failed'))).toEqual([
      'tests: Check fails: npm run build',
    ])
    expect(openOf(story => asks(story).run('# All of them\npytest a.py', FAILED, 'failed'))).toEqual([
      'tests: Tests fail: pytest a.py (1 failed)',
    ])
  })
  test('is what failed, where nobody saw the end of the run after that', () =>
    expect(
      openOf(story => asks(story).run('pytest', FAILED, 'failed').run('pytest > out.txt; echo done', 'done')),
    ).toEqual(['tests: Tests fail: pytest (1 failed)']))
  test('keeps a sign that is no comment', () =>
    expect(openOf(story => asks(story).run("npm run build -- '#main'", 'broken', 'failed'))).toEqual([
      "tests: Check fails: npm run build -- '#main'",
    ]))
  test('stands once, where a wider run failed after a narrow one', () => {
    const runs = (...lines: readonly string[]): readonly string[] =>
      openOf(story => lines.reduce((made, line) => made.run(line, FAILED, 'failed'), asks(story)))
    expect(runs('pytest a.py', 'pytest')).toEqual(['tests: Tests fail: pytest (1 failed)'])
    expect(runs('pytest a.py', 'pytest b.py')).toEqual([
      'tests: Tests fail: pytest a.py (1 failed)',
      'tests: Tests fail: pytest b.py (1 failed)',
    ])
  })
  test('stands once, where it is listed and said again', () => {
    const answer =
      (end: string): Make =>
      story =>
        asks(story).says(`It is faster.\n\n## Next steps\n\n- Measure the importer with large archives\n\n${end}`)
    const once = ['promise: Measure the importer with large archives']
    expect(openOf(answer('You still need to measure the importer with large archives.'))).toEqual(once)
    expect(openOf(answer('You still need to write the docs of the exporter.'))).toEqual([
      ...once,
      'promise: You still need to write the docs of the exporter.',
    ])
  })
  test('stands once, with an article or without', () =>
    expect(
      openOf(story => asks(story).says('What is left:\n1. Add tests for the parser\n2. Add the tests for the parser.')),
    ).toEqual(['promise: Add tests for the parser']))
  test('is named without comments in what another shell is given', () =>
    expect(openOf(story => asks(story).run('bash -c "pytest a.py # x"', FAILED, 'failed'))).toEqual([
      'tests: Tests fail: pytest a.py (1 failed)',
    ]))
  test('stands once, where the same is asked', () =>
    expect(openOf(story => asks(story).says('The changes are ready to be committed.\n\nShall I commit them?'))).toEqual(
      ['promise: The changes are ready to be committed.'],
    ))
  test('is what was asked for, not the word that went on with it', () => {
    const stopped = (story: StoryLines): StoryLines => story.run('sleep 99', '', 'pending').interrupts()
    expect(openOf(story => stopped(asks(story).says('Half of it.').person('resume please')))).toEqual([
      'interrupted: Make the parser faster',
    ])
    expect(openOf(story => asks(story).says('Done.').person('bye'))).toEqual([])
    expect(openOf(story => asks(story).says('Done.').person('Now the writer'))).toEqual(['prompt: Now the writer'])
  })
  test('is nothing that a background task said', () => {
    const content =
      '<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>Done with geese</summary>\n</task-notification>'
    const told = { type: 'user', origin: { kind: 'task-notification' }, message: { role: 'user', content } }
    expect(openOf(story => asks(story).says('Done.').line(told))).toEqual([])
  })
  test('is what was asked for, where the error has no name', () => {
    const failed = (text: string): object => ({
      type: 'assistant',
      isApiErrorMessage: true,
      message: { id: 'm9', role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
    })
    for (const text of ['API Error: 500 {}', 'API Error'])
      expect(openOf(story => asks(story).line(failed(text)))).toEqual(['error: Make the parser faster'])
    expect(openOf(story => asks(story).line(failed('API Error: Connection refused')))).toEqual([
      'error: API Error: Connection refused',
    ])
  })
  test('holds no parts of sentences, also of a long answer that is cut', () => {
    const long = `${'The reader has a part that is long to tell of. '.repeat(300)}\n\nThe writer is not tested yet.`
    expect(openOf(story => asks(story).says(long))).toEqual(['promise: The writer is not tested yet.'])
  })
})

describe('what a person leaves to the model', () => {
  const answers = (story: StoryLines, answer: string): StoryLines => {
    const questions = [
      { question: 'Which store?', header: 'Store', options: [{ label: 'sqlite' }, { label: 'You decide' }] },
    ]
    const structured = { questions, answers: { 'Which store?': answer } }
    return story.call('AskUserQuestion', { questions }, { text: 'Answered.', structured })
  }
  test('is no decision of theirs, by an answer, a no or a word', () => {
    const { decisions } = tell(story =>
      answers(asks(story), 'You decide')
        .run('rm a', 'up to you', 'refused')
        .says('Fine.')
        .person('Use whatever you prefer.'),
    )
    expect(decisions).toEqual([])
  })
  test('is one where they say more', () => {
    const { decisions } = tell(story => answers(answers(asks(story), 'sqlite'), 'You decide, but never postgres'))
    expect(decisions.map(({ text }) => text)).toEqual(['sqlite', 'You decide, but never postgres'])
  })
})

describe.runIf(listCorpusFiles())('over recorded transcripts', () => {
  test('one title, and one verdict of tests', { timeout: 120_000 }, () => {
    for (const { id, files } of listCorpusSessions()) {
      const { story, session } = tellSession(id, files)
      expect([story.title, story.titleFrom], id).toEqual([session.summary.title.text, session.summary.title.from])
      expect(session.slugs, id).not.toContain(story.title)
      const paragraph = story.summary.map(({ text }) => text).join(' ')
      expect(/passed/i.test(paragraph) && /fail/i.test(paragraph), `${id} ${paragraph}`).toBe(false)
    }
  })
})
