import { PREPARES } from '../../text/shell/read-pipelines.ts'
import { readShellSteps } from './shell-steps.ts'
import { classifyStep, isTestTask } from './test-commands.ts'

/**
 * What a wrapper such as `npm test` says it runs: `> app@1.0.0 test` and `> vitest run`, or `$ vitest run`. From that it is
 * seen that it ran no tests at all: its script only prints something, or what comes before the tests failed.
 */
export function saysNoneRan(lines: readonly string[], isError: boolean): boolean {
  const scripts = listScripts(lines)
  const last = scripts.at(-1)
  if (!last) return false
  if (scripts.every(({ command }) => onlyPrints(command))) return true
  if (!isError) return false
  if (last.name !== undefined && !isTestTask(last.name)) return true
  const tests = readShellSteps(last.command).filter(step => classifyStep(step).kind !== 'none')
  return tests.length > 0 && tests.every(({ isGuarded }) => isGuarded)
}

interface ToldScript {
  readonly name: string | undefined
  readonly command: string
}

const MAX_LINES = 200

function listScripts(lines: readonly string[]): readonly ToldScript[] {
  const scripts: ToldScript[] = []
  let name: string | undefined
  for (const line of lines.slice(0, MAX_LINES)) {
    const [, named] = NAMED.exec(line) ?? []
    const [, command] = COMMAND.exec(line) ?? []
    if (named !== undefined) name = named
    else if (command !== undefined) {
      scripts.push({ name, command })
      name = undefined
    }
  }
  return scripts
}

/** `> app@1.0.0 test`, `> @x/app@1.0.0 pretest /home/me/app`, `> test` */
const NAMED = /^> (?:(?:@[\w.-]+\/)?[\w.-]+@\S* )?((?:pre|post)?[\w:.-]+)(?: (?:\/|[A-Z]:\\)\S*)?$/
const COMMAND = /^(?:> |\$ )(\S.*)$/

function onlyPrints(command: string): boolean {
  return readShellSteps(command).every(({ words }) => PREPARES.has(words[0] ?? '') || words[0] === 'exit')
}
