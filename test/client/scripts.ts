import type { Answer, AnswerBlock } from './answer.ts'

/** What a script may need to know of the conversation it plays in. */
export interface Scene {
  /** Where the client wants a plan to be written; empty outside of plan mode. */
  readonly planPath: string
}

/** By name: the answers of the model, in their order. */
export type Scripts = { readonly [name: string]: (scene: Scene) => readonly Answer[] }

export function text(words: string): AnswerBlock {
  return { type: 'text', text: words }
}

export function call(name: string, input: object): AnswerBlock {
  return { type: 'tool_use', name, input }
}

const PLAN = '# Paint the pier\n\n1. Buy paint [play paint]\n'

/** All that the scripted model can say. `folder` is the project the client works in. */
export function makeScripts(folder: string): Scripts {
  const bash = (command: string, more: object = {}): AnswerBlock =>
    call('Bash', { command, description: 'Run a command', ...more })
  // Until a case makes this file the command runs: whoever is to be busy is busy as long as it takes.
  const waitForFile = (name: string, more: object = {}): AnswerBlock =>
    bash(`until [ -e ${folder}/${name} ]; do sleep 0.1; done`, more)
  const said = (words: string): Answer => ({ blocks: [text(words)] })
  const did = (...blocks: readonly AnswerBlock[]): Answer => ({ blocks })
  const background = (name: string): readonly Answer[] => [
    did(waitForFile(name, { run_in_background: true })),
    said('It runs in the background.'),
    said('The background task is done.'),
  ]
  return {
    hello: () => [{ blocks: [{ type: 'thinking', thinking: 'A greeting.' }, text('The ferry leaves at nine.')] }],
    tools: () => [
      did(text('I look at the notes.'), call('Read', { file_path: `${folder}/notes.txt` })),
      did(call('Write', { file_path: `${folder}/made.txt`, content: 'alpha\nbeta\n' })),
      did(bash('cat made.txt'), bash('ls no-such-file')),
      said('We decided on beta, because alpha sank.'),
    ],
    agent: () => [
      did(
        call('Agent', { description: 'Look around', prompt: 'Look. [play looker]', subagent_type: 'general-purpose' }),
      ),
      said('The agent has looked.'),
      said('Now it is back.'),
    ],
    looker: () => [did(bash('echo from the agent')), said('There is a pier.')],
    'busy-queue': () => [did(waitForFile('go-on-queue')), said('The wait is over.')],
    'busy-escape': () => [did(waitForFile('go-on-escape')), said('The wait is over.')],
    held: () => [{ blocks: [text('This takes a while.\n\nA long one.\n\n')], isHeld: true }],
    'background-print': () => background('go-on-print'),
    'background-terminal': () => background('go-on-terminal'),
    failing: () => [
      { blocks: [text('Third time lucky.')], failure: { status: 529, type: 'overloaded_error', times: 2 } },
    ],
    ask: () => [
      did(
        call('AskUserQuestion', {
          questions: [
            {
              question: 'Which ferry?',
              header: 'Ferry',
              multiSelect: false,
              options: [
                { label: 'Morning', description: 'At nine' },
                { label: 'Evening', description: 'At six' },
              ],
            },
          ],
        }),
      ),
      said('The choice is made.'),
    ],
    plan: ({ planPath }) => [
      did(call('Write', { file_path: planPath, content: PLAN })),
      did(call('ExitPlanMode', { plan: PLAN })),
      said('The pier is painted.'),
    ],
    paint: () => [said('The pier is painted afresh.')],
    talk: () => [
      did(
        call('Agent', {
          description: 'Talk to me',
          prompt: 'Talk. [play talker]',
          subagent_type: 'general-purpose',
          run_in_background: true,
        }),
      ),
      said('The agent is on its way.'),
      said('The agent has spoken.'),
      said('The agent is back.'),
    ],
    talker: () => [
      did(call('SendMessage', { to: 'main', message: 'The pier is wet', summary: 'wet pier' })),
      did(waitForFile('go-on-talker')),
      said('I have talked.'),
    ],
    cron: () => [
      did(call('CronCreate', { cron: '* * * * *', prompt: 'Ring the bell [play hello]', recurring: false })),
      said('The bell is set.'),
    ],
    wakeup: () => [
      did(call('ScheduleWakeup', { delaySeconds: 60, prompt: 'Wake up [play hello]', reason: 'to look again' })),
      said('The alarm is set.'),
    ],
    stairs: () => [said('We decided on tar paint for the LIGHTHOUSE stairs, because oil paint is slippery.')],
    lookup: () => [did(call('mcp__backscroll__search', { query: 'beta alpha sank' })), said('Looked it up.')],
    recent: () => [did(call('mcp__backscroll__recent', {}), call('mcp__backscroll__status', {})), said('Listed.')],
  }
}
