import type { Attack } from './attack.ts'

const FILE = 'src/text/quote-history.test.ts'

export const MODEL_ATTACKS: readonly Attack[] = [
  {
    attack: 'Words that nobody sees in text for a model: variation selectors, tags, fillers, bidi marks, any ignorable',
    outcome: 'Taken out or made visible, all 4,000 and more code points that Unicode calls ignorable.',
    test: {
      file: FILE,
      name: 'is taken out or made visible: every code point that Unicode calls ignorable, and those it forgets',
    },
  },
  {
    attack: 'Orders with invisible characters between their letters',
    outcome: 'Are marked as reading like an instruction all the same.',
    test: { file: FILE, name: 'hides no order' },
  },
  {
    attack: 'Marks of ours, the client or a tool, spaced, in full-width or mathematical letters, in look-alikes',
    outcome: 'Are broken up: `[<] ` stands for their bracket.',
    test: { file: FILE, name: 'is broken up, however %s is written' },
  },
]
