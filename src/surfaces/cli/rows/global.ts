import type { OptionRow } from '../define-command.ts'

/** Options every command takes, before or after its name. */
export const GLOBAL_OPTIONS: readonly OptionRow[] = [
  { name: 'root', value: 'DIR', isList: true, summary: 'Read transcripts from here only (may be repeated)' },
  { name: 'json', summary: 'Print JSON instead of text' },
  { name: 'plain', summary: 'Print plain text, never an interactive screen' },
  { name: 'no-pager', summary: 'Do not use a pager' },
  { name: 'no-color', summary: 'Do not use colour (so does NO_COLOR)' },
  { name: 'demo', summary: 'Use the demo set that comes with backscroll' },
  { name: 'demo-if-empty', summary: 'Use the demo set if this machine has no transcripts', isHidden: true },
  { name: 'or-open', summary: 'Open the page if no command is named', isHidden: true },
]
