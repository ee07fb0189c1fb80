import type { Attack } from './attack.ts'

const FILE = 'test/redact-views.test.ts'

export const REDACTION_VIEWS: readonly Attack[] = [
  {
    attack: 'Colours, links and other sequences of a terminal between a name and its value, or inside either',
    outcome: 'The text is searched as the terminal shows it; the value goes with every sequence in it.',
    test: { file: FILE, name: 'between colours: %s' },
  },
  {
    attack: 'Zero-width and other invisible characters between the letters',
    outcome: 'They are passed over, by the list of default-ignorable code points.',
    test: { file: FILE, name: 'with characters between that nobody sees' },
  },
  {
    attack: 'Lines cut at a fixed width, in a name, in a value or between both',
    outcome: 'Lines that a program cut are searched as the one they were.',
    test: { file: FILE, name: 'cut at %i characters, wherever the cut falls' },
  },
  {
    attack: 'Percent signs, hexadecimal digits, letters by number and base64, inside each other',
    outcome: 'Each is decoded, three deep, and what holds a secret is taken out.',
    test: { file: FILE, name: 'written %s' },
  },
  {
    attack: 'A dump of bytes as xxd prints it',
    outcome: 'Its bytes are read, and the dump is taken out.',
    test: { file: FILE, name: 'in a dump of bytes' },
  },
  {
    attack: 'Private keys of OpenPGP in numbered lines',
    outcome: 'What numbers the lines is left out of the search, and the whole key goes.',
    test: { file: FILE, name: 'hide no private key of OpenPGP: %s' },
  },
  {
    attack: 'An e-mail address right behind the sign of a diff',
    outcome: 'The sign is no part of the address, which goes.',
    test: { file: FILE, name: 'hide no e-mail address that stands first' },
  },
  {
    attack: 'A known value written in an encoding where no name stands beside it',
    outcome: 'It is taken out there too.',
    test: { file: FILE, name: 'is known again in every other way' },
  },
  {
    attack: 'A document that still holds a known value, encoded',
    outcome: 'The last look refuses to write it.',
    test: { file: FILE, name: 'is seen by the last look, too' },
  },
  {
    attack: 'Harmless texts that only look like a secret when lines are joined or decoded',
    outcome: 'They stay.',
    test: { file: FILE, name: 'makes no secret of what is none' },
  },
]
