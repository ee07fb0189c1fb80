import { type Script, writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

/** Markup in a prompt, a file name and a command: to be shown as words. */
export const STORY_HOSTILE = '<img src=x onerror="document.title=1">'
export const STORY_FILE = '/home/dev/app/src/parser.ts'
export const STORY_PATH = `.claude/projects/-home-dev-app/${THREE}.jsonl`

/** Three turns with something of everything a story tells of, and two hours without work between the first two. */
export function makeStoryLines(): readonly object[] {
  const morning = writeScript({ sessionId: THREE, mark: 'morning', startedAt: '2026-03-01T10:00:00.000Z' })
    .prompt('Make the parser strict')
    .edit(STORY_FILE)
    .bash('npx vitest run', { error: 'Exit code 1\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)' })
    .edit(STORY_FILE)
    .bash('npx vitest run', { output: ' Test Files  1 passed (1)\n      Tests  4 passed (4)' })
    .bash('git commit -am "Make it strict"', {
      output: '[main 1a2b3c4] Make it strict\n 1 file changed, 1 insertion(+)',
    })
    .answer('The parser is strict now.')
  const noon = writeScript({
    sessionId: THREE,
    mark: 'noon',
    startedAt: '2026-03-01T12:20:00.000Z',
    copied: morning.lines,
  }).prompt(`Also the lexer ${STORY_HOSTILE}`)
  askWhich(noon)
    .edit(`/home/dev/app/src/${STORY_HOSTILE}.ts`)
    .bash(`cat ${STORY_HOSTILE}`, { error: `cat: ${STORY_HOSTILE}: No such file or directory` })
    .bash('gh pr create --fill', { output: 'https://github.com/dev/app/pull/7' })
    .answer('Opened a pull request.')
    .line({
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'manual', preTokens: 90_000, postTokens: 4000 },
    })
    .line({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'The parser is strict.' } })
  return noon
    .prompt('Now the docs')
    .call('TodoWrite', { todos: [{ content: 'Write the docs', status: 'pending' }] })
    .bash('ls docs', { output: 'index.md' })
    .line({
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
    }).lines
}

function askWhich(script: Script): Script {
  const question = 'Which lexer?'
  const options = [{ label: 'The old one' }, { label: 'The new one' }]
  return script.call(
    'AskUserQuestion',
    { questions: [{ question, header: 'Lexer', options, multiSelect: false }] },
    { output: 'The new one', structured: { questions: [{ question }], answers: { [question]: 'The new one' } } },
  )
}
