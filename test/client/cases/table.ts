import type { Case } from '../case.ts'
import { commandCases } from './commands.ts'
import { keptCases } from './kept.ts'
import { printCases } from './print.ts'
import { sentCases } from './sent.ts'
import { startCases } from './starts.ts'
import { terminalCases } from './terminal.ts'
import { wholeCases } from './whole.ts'

export const CASES: readonly Case[] = [
  ...printCases,
  ...terminalCases,
  ...commandCases,
  ...startCases,
  ...keptCases,
  ...sentCases,
  ...wholeCases,
]
