import type { App, Outcome } from '../app.ts'
import { type CommandRequest, flagOption, textOption } from '../define-command.ts'
import { printStatusLine } from '../statusline/print-status-line.ts'

/** Prints the line where it was asked for in a way that the short cut in statusline/run.ts does not know; or installs it. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  if (flagOption(request, 'install')) {
    const { installStatusLine } = await import('../statusline/install-status-line.ts')
    return await installStatusLine(app, {
      isAgreed: flagOption(request, 'yes'),
      template: textOption(request, 'template'),
    })
  }
  if (flagOption(request, 'refresh')) {
    const { refreshFigures } = await import('../statusline/refresh-figures.ts')
    return (await refreshFigures(app)) ? 'done' : 'nothing'
  }
  const input = await readInput(app.input)
  const template = textOption(request, 'template')
  printStatusLine(app, { input, template, isPlain: !app.color && app.isTerminal, write: line => app.out.write(line) })
  return 'done'
}

/** A terminal is not waited for: somebody wants to see what the line looks like. */
async function readInput(input: NodeJS.ReadableStream & { readonly isTTY?: boolean }): Promise<string> {
  if (input.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
