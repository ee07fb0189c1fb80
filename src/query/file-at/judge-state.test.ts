import { expect, test } from 'vitest'
import { textContent } from './file-content.ts'
import { judgeState, type Sureness } from './judge-state.ts'

const [OLD, NEW] = [textContent('old'), textContent('new')]

/** `recorded`, `~` for disturbed, `+` for derived; `other` is another content, `far` one from a later session. */
function check(earlier: string, later: string, expected: Sureness, content: 'old' | 'new' | 'none'): void {
  const before =
    earlier === '' ? undefined : { content: OLD, isDerived: earlier.includes('+'), isDisturbed: earlier.includes('~') }
  const after =
    later === ''
      ? undefined
      : {
          content: later.includes('other') ? NEW : OLD,
          isDisturbed: later.includes('~'),
          isFar: later.includes('far'),
          mayBeRestored: later.includes('restored'),
        }
  const judged = judgeState(before, after, false)
  const text = judged.content?.kind === 'text' ? judged.content.text : 'none'
  expect([earlier, later, judged.sureness, text]).toEqual([earlier, later, expected, content])
}

test('says how sure a state is', () => {
  check('recorded', '', 'exact', 'old')
  check('recorded+', '', 'derived', 'old')
  check('recorded~', '', 'doubtful', 'old')
  check('recorded+~', '', 'doubtful', 'old')
  // The next record has the same: whatever was run in between did nothing.
  check('recorded~', 'same~', 'exact', 'old')
  check('recorded+', 'same', 'exact', 'old')
  // Unless it may have been put back: a stash, the moment, and its end.
  check('recorded~', 'same~restored', 'doubtful', 'old')
  check('recorded', 'same~restored', 'exact', 'old')
  // It has something else, and something in between accounts for it: after the moment, or before it.
  check('recorded', 'other~', 'exact', 'old')
  check('recorded~', 'other', 'exact', 'new')
  check('recorded~', 'other~', 'doubtful', 'old')
  check('recorded', 'other', 'doubtful', 'old')
  check('', 'other', 'exact', 'new')
  check('', 'other~', 'doubtful', 'new')
  check('', 'other~far', 'unknown', 'none')
  check('', '', 'unknown', 'none')
})
