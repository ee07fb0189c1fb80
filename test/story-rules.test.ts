import { describe, expect, test } from 'vitest'
import { type StoryLines, startStory, tellLines } from './story-lines.ts'

type Make = (story: StoryLines) => StoryLines

function tell(make: Make): ReturnType<typeof tellLines> {
  return tellLines(make(startStory()))
}

/** What is left open, as `kind: text`. */
function openOf(make: Make): readonly string[] {
  return tell(make).threads.map(({ kind, text }) => `${kind}: ${text}`)
}

const asks: Make = story => story.person('Make the parser faster')
const NO = "The user doesn't want to proceed with this tool use."

function command(name: string, args = ''): object {
  const content = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>${args && `\n<command-args>${args}</command-args>`}`
  return { type: 'user', message: { role: 'user', content } }
}

function handover(plan: string): object {
  const content = `Implement the following plan:\n\n${plan}`
  return { type: 'user', message: { role: 'user', content }, planContent: plan }
}

describe('an interruption', () => {
  const stopped: Make = story => asks(story).run('sleep 99', '', 'pending').interrupts()
  test('that nothing came after is left open', () =>
    expect(openOf(stopped)).toEqual(['interrupted: Make the parser faster']))
  test('is not, where the work went on with a command', () => {
    const story = tell(lines => stopped(lines).line(command('publish', 'it')).says('It is published.'))
    expect(story.threads).toEqual([])
    expect(story.segments[0]?.turns.map(({ outcome }) => outcome)).toEqual(['interrupted', 'answered'])
  })
})

describe('work that broke off at a call', () => {
  test('is left open, by the prompt and the call', () => {
    const { threads } = tell(story => asks(story).says('Let me see.').run('make all', '', 'pending'))
    expect(threads).toMatchObject([
      { kind: 'prompt', text: 'Make the parser faster', places: [{ entry: 2 }, { entry: 0 }] },
    ])
  })
  test('is named by the call where the prompt says nothing', () =>
    expect(openOf(story => asks(story).says('Shall I?').person('ok').run('make all', '', 'pending'))).toEqual([
      'prompt: Bash make all',
    ]))
  test('is none where an answer came after it, as for what runs in the background', () =>
    expect(openOf(story => asks(story).run('make all', '', 'pending').says('It runs in the background now.'))).toEqual(
      [],
    ))
})

describe('tests that failed', () => {
  const FAILED =
    '=================== short test summary info ====\nFAILED test/test_a.py::test_b\n==== 1 failed in 0.1s ===='
  const PASSED = '==== 1 passed in 0.1s ===='
  test('count as failed among what was done, as among the tests, whatever a pipe made of the exit code', () => {
    const { activities, tests } = tell(story =>
      asks(story).run('pytest | tail -5', FAILED).run('pytest', FAILED, 'failed').run('pytest', PASSED),
    )
    expect(tests.filter(({ outcome }) => outcome === 'failed')).toHaveLength(2)
    expect(activities).toMatchObject([{ kind: 'tested', count: 3, failed: 2 }])
  })
  test('are open no more when the same file passed, named from the root', () =>
    expect(
      openOf(lines =>
        asks(lines).run('pytest test/test_a.py', FAILED, 'failed').run('pytest /home/dev/app/test/test_a.py', PASSED),
      ),
    ).toEqual([]))
  test('stay open when another file passed', () =>
    expect(
      openOf(lines =>
        asks(lines).run('pytest test/test_a.py', FAILED, 'failed').run('pytest /home/dev/app/test/test_c.py', PASSED),
      ),
    ).toEqual(['tests: Tests fail: pytest test/test_a.py (1 failed)']))
})

describe('a check that failed when it last ran', () => {
  const TSC = 'src/a.ts(6,3): error TS2307: Cannot find module'
  const fails: Make = story => asks(story).run('npm run build', TSC, 'failed')
  test('is left open, and told once', () => expect(openOf(fails)).toEqual(['tests: Check fails: npm run build']))
  test('is closed by a run that worked, alone or among others', () => {
    expect(openOf(story => fails(story).run('npm run build', 'done'))).toEqual([])
    expect(openOf(story => fails(story).run('npm run lint && npm run build', 'done'))).toEqual([])
  })
  test('is one where it was tried with several options', () =>
    expect(openOf(story => fails(story).run('npm run build --verbose', TSC, 'failed'))).toEqual([
      'tests: Check fails: npm run build --verbose',
    ]))
  test('is closed when what may fail of its line worked', () =>
    expect(
      openOf(story => asks(story).run('npm run fmt && npm run lint', TSC, 'failed').run('npm run lint', 'done')),
    ).toEqual([]))
  test('is none where it never ran, or where its exit code is hidden', () => {
    const open = openOf(story =>
      asks(story)
        .run('npm run build', 'npm error Missing script: "build"', 'failed')
        .run('npm run lint | tail; git stash pop', 'error: conflict', 'failed')
        .says('There is no such script.'),
    )
    expect(open).toEqual([])
  })
})

describe('what was taken back', () => {
  test('is told with what was asked in its place', () => {
    const story = tell(lines => {
      const at = asks(lines).says('Done.').last
      return lines.person('Now the writer').says('Done.').backTo(at).person('Now the reader').says('Done.')
    })
    expect(story.corrections.map(({ text }) => text)).toEqual(['Now the reader'])
  })
  test('is nothing that was typed later and dropped, while the work went on', () => {
    const story = tell(lines => {
      const at = asks(lines).says('Done.').last
      lines.person('Now the reader').run('make', 'built')
      const { last } = lines
      return lines.backTo(at).person('Are you still there?').interrupts().backTo(last).says('The reader is done.')
    })
    expect(story.corrections).toEqual([])
  })
})

describe('the request', () => {
  test.each([
    ['/home/dev/app/a.png is what it looks like, make it blue', true],
    ['//compile the sync script', true],
    ['/github-pr-review', false],
    ['/model opus', false],
    ['/home/dev/app/a.png', false],
    ['/go yes', false],
    ['yes please, go ahead and do it now', false],
    ['now go to the next file and fix it', true],
    ['Caveat: The messages below were generated by the user while running local commands.', false],
  ])('%j says something: %s', (prompt, says) => {
    const story = tell(lines => lines.person(prompt).says('Done.').person('Now the writer'))
    expect(story.request?.text).toBe(says ? prompt : 'Now the writer')
  })
  test('is none where the client alone spoke, and neither is the title', () => {
    const { request, title, titleFrom } = tell(lines => lines.person('Warmup').says('Ready.'))
    expect([request, title, titleFrom]).toEqual([undefined, '', 'none'])
  })
  test('is a command with words behind it that began the work', () => {
    const story = tell(lines =>
      lines
        .line(command('build', 'an app for the garden'))
        .edit('/home/dev/app/a.ts')
        .says('Done.')
        .person('Thanks! Now the docs'),
    )
    expect([story.title, story.request?.places[0]?.entry]).toEqual(['/build an app for the garden', 0])
  })
  test('is the prompt, where a command only set the scene', () => {
    const story = tell(lines =>
      lines.line(command('prime', 'the parser')).read('/home/dev/app/a.ts').says('Read.').person('Make it faster'),
    )
    expect(story.request?.text).toBe('Make it faster')
  })
})

describe('a plan', () => {
  const PLAN = '# Store the facts\n\n1. Open the file.'
  const refused: Make = story =>
    asks(story).call('ExitPlanMode', { plan: PLAN }, { text: NO, structured: `Error: ${NO}`, isError: true })
  test('that was refused is refused', () => {
    const { plans, decisions } = tell(story => refused(story).interrupts().person('Something else'))
    expect([plans.map(({ verdict }) => verdict), decisions]).toEqual([['rejected'], []])
  })
  test('that the session then goes on with was accepted: the client closes the old conversation with a no', () => {
    const story = tell(lines =>
      refused(lines).interrupts().line(handover(PLAN)).edit('/home/dev/app/a.ts').says('Done.'),
    )
    expect(story.plans).toMatchObject([{ version: 1, title: 'Store the facts', verdict: 'approved' }])
    expect(story.decisions).toMatchObject([{ from: 'plan', text: 'Store the facts' }])
    expect(story.signals).toEqual([])
    expect(story.threads).toEqual([])
  })
})

describe('an error', () => {
  const endings = (make: Make): readonly string[] =>
    tell(make).errors.map(({ message, count, ending }) => `${count} ${message}: ${ending}`)
  const MISSED = 'String to replace not found in file.'
  test('of an edit is resolved when the same file was then written in another way', () =>
    expect(endings(story => asks(story).edit('/home/dev/app/a.ts', 'failed').write('/home/dev/app/a.ts'))).toEqual([
      `1 ${MISSED}: resolved`,
    ]))
  test('of several files ends as the one that ended worst', () =>
    expect(
      endings(story =>
        asks(story)
          .edit('/home/dev/app/a.ts', 'failed')
          .edit('/home/dev/app/b.ts', 'failed')
          .edit('/home/dev/app/b.ts'),
      ),
    ).toEqual([`2 ${MISSED}: retried`]))
  test('that says nothing is told with the command, and not mixed with others', () =>
    expect(
      endings(story =>
        asks(story)
          .run('grep -q otter a.txt', '', 'failed')
          .run('test -e b.txt', '', 'failed')
          .run('test -e b.txt', ''),
      ),
    ).toEqual(['1 Exit code 1: grep -q otter a.txt: abandoned', '1 Exit code 1: test -e b.txt: resolved']))
  test('of a script is not resolved by another script', () =>
    expect(
      endings(story =>
        asks(story)
          .run('python3 -c "import otter, sea"', 'ImportError: no otter', 'failed')
          .run('python3 -c "print(1 + 1)"', '2'),
      ),
    ).toEqual(['1 ImportError: no otter: retried']))
})

describe('a file', () => {
  const changes = (make: Make): readonly string[] =>
    tell(make).files.map(({ path, change, places }) => `${path} ${change} ${places[0]?.entry}`)
  const written: Make = story => asks(story).write('/home/dev/app/docs/a.md')
  test('that a command took away is deleted, by the command', () => {
    expect(changes(story => written(story).run('rm /home/dev/app/docs/a.md', ''))).toEqual([
      '/home/dev/app/docs/a.md deleted 3',
    ])
    expect(changes(story => written(story).run('git status && rm -rf /home/dev/app/docs', ''))).toEqual([
      '/home/dev/app/docs/a.md deleted 3',
    ])
  })
  test.each([
    ['another file', 'rm /home/dev/app/docs/b.md', ''],
    ['a folder of a like name', 'rm -r /home/dev/app/doc', ''],
    ['a pattern', 'rm /home/dev/app/docs/*.md', ''],
    ['words about it', 'echo rm /home/dev/app/docs/a.md', ''],
  ])('is there where %s was named', (_, line, output) =>
    expect(changes(story => written(story).run(line, output))).toEqual(['/home/dev/app/docs/a.md created 1']),
  )
  test('is there where the command failed, or where it was written again', () => {
    expect(changes(story => written(story).run('rm /home/dev/app/docs/a.md', 'denied', 'failed'))).toEqual([
      '/home/dev/app/docs/a.md created 1',
    ])
    expect(
      changes(story => written(story).run('rm /home/dev/app/docs/a.md', '').write('/home/dev/app/docs/a.md')),
    ).toEqual(['/home/dev/app/docs/a.md created 1'])
  })
})

describe('the summary', () => {
  const summaryOf = (make: Make): readonly string[] => tell(make).summary.map(({ text }) => text)
  test('ends its sentences once', () =>
    expect(summaryOf(story => asks(story).says('Two ways are open. Which approach do you prefer?')).at(-1)).toBe(
      'Left open: Which approach do you prefer?',
    ))
  test('counts tasks, not messages to agents', () => {
    const told = summaryOf(story =>
      asks(story)
        .call('Agent', { description: 'Look', prompt: 'Look around' }, { text: 'done' })
        .call('SendMessage', { to: 'otter', message: 'Go on' }, { text: 'sent' }),
    )
    expect(told[1]).toBe('Delegated 1 task.')
  })
  test('quotes what the last answer begins with, before the items of its list', () =>
    expect(
      summaryOf(story =>
        asks(story).says(
          "Perfect! I've moved the reader to a file of its own:\n\n1. **One**: reader.ts\n2. **Two**: b.ts",
        ),
      ).at(-1),
    ).toBe("In the end: “I've moved the reader to a file of its own”"))
})

test('what commands were about is told without the folder they went to', () => {
  const { activities } = tell(story =>
    asks(story).run('cd /home/dev/app && make all', 'done').run('cd "/home/dev/my app"; cd sub && make docs', 'done'),
  )
  expect(activities).toMatchObject([{ kind: 'ran', about: ['make all', 'make docs'] }])
})

test('a file that is written again as it was has no changed lines', () => {
  const path = '/home/dev/app/a.ts'
  const written = (originalFile: string): ReturnType<typeof tell> =>
    tell(story =>
      asks(story).call(
        'Write',
        { file_path: path, content: 'one\ntwo\n' },
        {
          text: 'updated',
          structured: { type: 'update', filePath: path, content: 'one\ntwo\n', structuredPatch: [], originalFile },
        },
      ),
    )
  expect(written('one\ntwo\n').files).toMatchObject([{ change: 'changed', added: 0, removed: 0 }])
  // A client that made no difference of a large file: what was written is all that is known.
  expect(written('one\n').files).toMatchObject([{ change: 'changed', added: 2, removed: 0 }])
})

test('a file that was read in parts is named once among what was looked at', () => {
  const part = (offset: number) => ({ file_path: '/home/dev/app/long.ts', offset })
  const { activities } = tell(story =>
    asks(story)
      .call('Read', part(1), { text: '1→x' })
      .call('Read', part(400), { text: '400→x' })
      .read('/home/dev/app/b.ts'),
  )
  expect(activities).toMatchObject([{ kind: 'explored', count: 3, about: ['long.ts', 'b.ts'] }])
})
