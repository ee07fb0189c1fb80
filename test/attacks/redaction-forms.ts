import type { Attack } from './attack.ts'

const FORMS = 'test/redaction/forms.test.ts'
const PEOPLE = 'test/redaction/people.test.ts'

export const REDACTION_FORM_ATTACKS: readonly Attack[] = [
  {
    attack: 'tokens of services that no rule was written for, such as Bedrock, NVIDIA, Neon, Brevo, Plaid or Asana',
    outcome: 'Each form in the table is found from its beginning, alphabet and length alone.',
    test: { file: FORMS, name: 'finds the values made from each row, whole and under one name' },
  },
  {
    attack: 'a letter right before a token',
    outcome: 'It does not hide a token whose beginning is its own.',
    test: { file: FORMS, name: 'does not hide it where its beginning is its own' },
  },
  {
    attack: 'words that begin or end like tokens',
    outcome: 'They stay as they are.',
    test: { file: FORMS, name: 'makes another word of what has a short beginning, and of words' },
  },
  {
    attack: 'private keys of wallets and tokens with checksums, without a name beside them',
    outcome: 'They are known by their checksum and taken out.',
    test: { file: FORMS, name: 'is taken out' },
  },
  {
    attack: 'hashes, ids, class names and public keys that look random',
    outcome: 'None of them is taken out.',
    test: { file: FORMS, name: 'is kept: hashes, ids, names of classes, models and files, public keys' },
  },
  {
    attack: 'payment cards in one, with spaces and with dashes',
    outcome: 'They are taken out where the check digit is right.',
    test: { file: PEOPLE, name: 'are taken out without being asked for, written in one or in groups' },
  },
  {
    attack: 'account numbers of several countries',
    outcome: 'They are taken out where checksum and length are right.',
    test: { file: PEOPLE, name: 'are known by the checksum of their country' },
  },
  {
    attack: 'times, ids and decimals as long as a card',
    outcome: 'They stay as they are.',
    test: { file: PEOPLE, name: 'are kept where a number only looks like one' },
  },
  {
    attack: 'telephone numbers, public addresses, coordinates and national ids',
    outcome: 'They are taken out with --redact people, and said to stay without it.',
    test: { file: PEOPLE, name: 'are taken out where somebody asks for it, and only there' },
  },
]
