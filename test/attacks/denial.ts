import type { Attack } from './attack.ts'

const FILES = 'test/denial-files.test.ts'
const NESTING = 'test/denial-nesting.test.ts'
const SHAPES = 'test/denial-shapes.test.ts'

export const DENIAL: readonly Attack[] = [
  {
    attack: 'A session with more agent files than a process may open',
    outcome: 'All of it is kept, and so are other sessions: at most 64 of its files are open at once.',
    test: { file: FILES, name: 'are kept all the same, and so are other sessions' },
  },
  {
    attack: 'A file put in place of another between being judged and being read',
    outcome: 'It is not read as what it is not; the next sync looks at it anew.',
    test: { file: FILES, name: 'that were replaced before they were read are gone, and not read as what they are not' },
  },
  {
    attack: 'A session that cannot be kept',
    outcome: 'It is named, all others are kept, and the exit code is 2.',
    test: { file: FILES, name: 'makes `sync` end with 2 and a sentence that names it' },
  },
  {
    attack: 'Settings nested 50,000 deep, the client’s and ours',
    outcome: 'One sentence; the file is left as it was, and hooks end with 0.',
    test: { file: NESTING, name: 'of the client: a sentence (%i)' },
  },
  {
    attack: 'Lines of a transcript nested 50,000 deep',
    outcome: 'It is kept, shown, exported and told like any other.',
    test: { file: NESTING, name: 'a transcript nested fifty thousand deep is kept, shown, exported and told' },
  },
  {
    attack: 'Agents nested 2,000 deep',
    outcome: 'Each is shown once; below 32 levels they come behind the outermost.',
    test: { file: SHAPES, name: 'agents nested two thousand deep are all shown and exported, each once' },
  },
  {
    attack: 'Many thousand calls in one line, rewinds below rewinds, compactions, home folders, other sessions',
    outcome: 'Eight times as many cost about eight times as much, not 64 times.',
    test: { file: SHAPES, name: '%s' },
  },
]
