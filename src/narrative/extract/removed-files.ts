import { comparePlaces, type Scene } from '../scene.ts'
import { readShellLine } from '../shell/shell-line.ts'
import type { Place } from '../story.ts'

/** Where a command that worked took something away: a file, or a folder with all that is in it. */
export interface Removal {
  readonly target: string
  readonly place: Place
}

/** `rm a.ts`, `rm -rf build`, `git rm a.ts`, by their words. Patterns may be anything and are left out. */
export function listRemovals({ threads }: Scene): readonly Removal[] {
  return threads
    .flatMap(({ thread, placeOfCall }) =>
      thread.facts.commands.flatMap(({ text, exitCode, call }) => {
        const place = exitCode === 0 && MAY_REMOVE.test(text) ? placeOfCall(call) : undefined
        return place ? listTargets(text).map(target => ({ target, place })) : []
      }),
    )
    .sort((a, b) => comparePlaces(a.place, b.place))
}

const MAY_REMOVE = /\brm\b/

function listTargets(line: string): readonly string[] {
  return readShellLine(line).flatMap(({ program, names, values, targets, isMasked }) => {
    if (isMasked || (program !== 'rm' && !(program === 'git' && names[0] === 'rm'))) return []
    const plain = [...(program === 'rm' ? names : names.slice(1)), ...values, ...targets]
    return plain.filter(word => !/[*?[{$~]/.test(word))
  })
}

/** The removal that took this file away for good: nothing touched it after that. */
export function findRemoval(
  path: string,
  {
    removals,
    cwds,
    since,
  }: { readonly removals: readonly Removal[]; readonly cwds: readonly string[]; readonly since: Place },
): Place | undefined {
  return removals.findLast(
    ({ target, place }) => comparePlaces(place, since) > 0 && namesOf(target, cwds).some(name => isIn(path, name)),
  )?.place
}

function namesOf(target: string, cwds: readonly string[]): readonly string[] {
  return target.startsWith('/') ? [target] : cwds.map(cwd => `${cwd}/${target}`)
}

function isIn(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}/`)
}
