import type { Attack } from './attack.ts'

const FILE = 'test/cli-damaged-index.test.ts'

export const INDEX_ATTACKS: readonly Attack[] = [
  {
    attack: 'A page of the index overwritten with noise, then `reindex`',
    outcome:
      'A new index is made beside the old one from the archive and takes its place; the damaged one is not read.',
    test: { file: FILE, name: 'is made anew by `reindex`, whichever page it is, with the rows it had' },
  },
  {
    attack: 'A page of the index overwritten with noise, then any command',
    outcome: 'The command that meets it says so in one sentence, makes the index anew and gives its whole answer.',
    test: {
      file: FILE,
      name: 'never lets a command fail: whoever meets it says so and mends it, and the next command finds nothing',
    },
  },
  {
    attack: 'A table dropped, a foreign trigger or view put into the index',
    outcome: 'Is known as damage when the index is opened: it is made anew, and the trigger never runs.',
    test: { file: FILE, name: 'and %s is damage: it is made anew' },
  },
  {
    attack: 'Garbage left where a new index is made',
    outcome: 'Is removed; the index in use is not touched.',
    test: { file: FILE, name: 'what an attempt left beside the index is gone on with, or removed' },
  },
]
