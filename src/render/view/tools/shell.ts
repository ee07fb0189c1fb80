import { codePart, type Part } from '../part.ts'
import { fieldParts, type Outcome, plainOutput, type ToolView, text } from './define.ts'

export const shellView: ToolView = {
  names: ['Bash', 'PowerShell', 'Monitor'],
  input: input => [codePart(text(input, 'command')), ...fieldParts(input, ['command'])],
  output: streams,
}

export const shellOutputView: ToolView = {
  names: ['BashOutput', 'KillBash', 'KillShell'],
  input: input => fieldParts(input),
  output: streams,
}

function streams(outcome: Outcome): readonly Part[] {
  const stdout = text(outcome.fields, 'stdout')
  const stderr = text(outcome.fields, 'stderr')
  if (stdout === '' && stderr === '') return plainOutput(outcome)
  const parts: Part[] = []
  if (stdout.trim() !== '') parts.push({ kind: 'output', stream: 'stdout', text: stdout })
  if (stderr.trim() !== '') parts.push({ kind: 'output', stream: 'stderr', text: stderr })
  return parts
}
