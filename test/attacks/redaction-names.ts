import type { Attack } from './attack.ts'

const file = 'src/redact/rules/names.test.ts'

export const REDACTION_NAMES: readonly Attack[] = [
  {
    attack: 'passwords of letters alone behind flags',
    outcome: 'What a program takes as a password is taken out, a word too.',
    test: { file, name: 'is taken out behind the flag of a program' },
  },
  {
    attack: 'passwords of letters alone in settings and code',
    outcome: 'Behind a name of a password any word goes that tells nothing about passwords.',
    test: { file, name: 'is taken out in quotes, on a line of its own and where a command defines it' },
  },
  {
    attack: 'passwords in sentences, in ten languages',
    outcome: 'Words that are no state or adjective of the language are taken out.',
    test: { file, name: 'is taken out in sentences of several languages' },
  },
  {
    attack: 'secrets that somebody made up (JWT_SECRET, pepper, psk)',
    outcome: 'They are judged like passwords.',
    test: { file, name: 'is a secret too behind names of secrets that people make up' },
  },
  {
    attack: 'names in heads of CSV columns and of lists',
    outcome: 'Cells and elements below such a name are judged by it.',
    test: { file, name: 'stands at the head of a column or a list' },
  },
  {
    attack: 'Kubernetes Secrets under odd keys',
    outcome: 'All values of a Secret are taken out, but for users, hosts and ports.',
    test: { file, name: 'is that of the whole file of a Secret' },
  },
  {
    attack: '.pgpass, .netrc, ipsec.secrets and settings without a sign',
    outcome: 'The form of the line gives the password away, and it is taken out.',
    test: { file, name: 'is given by the form of a file' },
  },
  {
    attack: 'passwords of Wi-Fi, SNMP, routers and switches',
    outcome: 'They are taken out; communities that everybody has (public) stay.',
    test: { file, name: 'give away their passwords in settings, commands and codes' },
  },
  {
    attack: 'recovery codes, unseal keys, PINs, seeds of one-time passwords',
    outcome: 'They are taken out behind their title.',
    test: { file, name: 'are taken out behind their title' },
  },
  {
    attack: 'labels, types and states that look like passwords',
    outcome: 'They stay.',
    test: { file, name: 'is kept as a label in any language' },
  },
]
