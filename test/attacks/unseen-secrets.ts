import type { Attack } from './attack.ts'

const FILE = 'test/redaction/unseen.test.ts'

export const UNSEEN_SECRETS: readonly Attack[] = [
  {
    attack: 'Secrets of 280 kinds listed without a look at the rules, in prompts, output, JSON, diffs and commands',
    outcome: 'At most two in a hundred can still be read after redaction.',
    test: { file: FILE, name: 'leaks at most two in a hundred in plain surroundings' },
  },
  {
    attack: 'The same between colour codes, wrapped, numbered, with zero-width characters, or encoded up to two deep',
    outcome: 'At most five in a hundred of each way can still be read; bytes of a hex dump are not held to that.',
    test: {
      file: FILE,
      name: 'leaks at most five in a hundred in each of the other surroundings, hex dumps aside',
    },
  },
  {
    attack: 'Harmless lines that resemble secrets: sums, ids, public keys, code, labels, placeholders, sentences',
    outcome: 'None of them is changed.',
    test: { file: FILE, name: 'leaves every look-alike as it is' },
  },
]
