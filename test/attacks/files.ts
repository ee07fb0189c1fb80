import type { Attack } from './attack.ts'

const FILE = 'test/hostile-files.test.ts'

export const FILE_ATTACKS: readonly Attack[] = [
  {
    attack: 'An archive whose manifest names settings, hooks, commands, instructions, memory or `.bashrc` as places',
    outcome: 'Nothing is written there, with or without `--to`; `verify` names the place as damage.',
    test: { file: FILE, name: 'puts nothing at %s, and verify says what it names' },
  },
  {
    attack: 'An archive whose sessions stood in a folder of no client here, such as autostart',
    outcome: 'Refused; at a terminal each path is shown, and only a yes writes it.',
    test: { file: FILE, name: 'writes to no folder that is not of a client here without a yes, and shows each path' },
  },
  {
    attack: 'A manifest with impossible numbers',
    outcome: 'Says that nothing of the session can be restored, exit code 2.',
    test: {
      file: FILE,
      name: 'with numbers that cannot be says that nothing can be restored, not that everything is there',
    },
  },
  {
    attack: '`restore` killed in the middle',
    outcome: 'The next `sync` or `restore` removes its drafts, and nothing else.',
    test: {
      file: FILE,
      name: 'a restore that was killed leaves nothing among the transcripts once the next run has begun',
    },
  },
  {
    attack: 'A transcript in an imported folder that is a link to another file',
    outcome: 'Left out and named; nothing of it is kept.',
    test: { file: FILE, name: 'an import follows no link out of what is imported, and names it' },
  },
  {
    attack: 'A folder of the vault that is a link out of it',
    outcome: 'Refused, and no note is written.',
    test: { file: FILE, name: 'notes write nothing through a folder that leads out of the vault' },
  },
  {
    attack: 'Another user of the machine reads an export made with `--no-redact`',
    outcome: 'Files get mode 0600 and folders 0700, also where a file with wider rights stood before.',
    test: { file: FILE, name: 'an export that nobody looked through for secrets is for its owner alone' },
  },
]
