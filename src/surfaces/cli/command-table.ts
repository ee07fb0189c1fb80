import { type CommandRow, defineCommand } from './define-command.ts'
import { checkCommands } from './rows/check.ts'
import { countCommands } from './rows/count.ts'
import { enrichCommands } from './rows/enrich.ts'
import { findCommands } from './rows/find.ts'
import { keepCommands } from './rows/keep.ts'
import { lookUpCommands } from './rows/look-up.ts'
import { measureCommands } from './rows/measure.ts'
import { readCommands } from './rows/read.ts'
import { recallCommands } from './rows/recall.ts'
import { hiddenCommands, setUpCommands } from './rows/set-up.ts'
import { shareCommands } from './rows/share.ts'
import { tellCommands } from './rows/tell.ts'

/** What `backscroll` without a command does. */
export const OVERVIEW: CommandRow = defineCommand({
  name: 'overview',
  group: 'Read',
  summary:
    'A screen to search in; in a pipe, an overview: projects, sessions, last activity, what will be deleted soon',
  hasJson: true,
  interrupts: 'stop',
  load: () => import('./commands/overview.ts'),
})

/** Every command, in the order help lists them. A new one is a row in rows/ and a file in commands/. */
export const COMMANDS: readonly CommandRow[] = [
  ...readCommands,
  ...findCommands,
  ...lookUpCommands,
  ...tellCommands,
  ...keepCommands,
  ...countCommands,
  ...measureCommands,
  ...shareCommands,
  ...recallCommands,
  ...enrichCommands,
  ...checkCommands,
  ...setUpCommands,
]

/** For scripts of ours: they run, and stand in no help, docs or completion. */
export const HIDDEN_COMMANDS: readonly CommandRow[] = hiddenCommands
