import type { RecallDecision } from '../../../query/recall/recall.ts'
import { formatInteger } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { cutToWidth, padEndToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { App } from '../app.ts'
import type { Explained } from './explain-recall.ts'
import { levelCommand } from './level-command.ts'

export function formatExplained(app: App, explained: Explained): readonly string[] {
  return [
    ...formatMoment(app, explained),
    '',
    ...explained.decision.steps.flatMap(step => formatStep(app, step)),
    '',
    ...formatText(app, explained),
    ...formatLeft(app, explained),
    '',
    ...formatEnd(app, explained),
  ]
}

const MAX_ASKED = 300

function formatMoment(app: App, { asked }: Explained): readonly string[] {
  const { colors } = app
  const { project, branch, isEverywhere, sessionId } = asked.request
  const where = [
    isEverywhere ? 'all projects' : sanitizeLine(project.name),
    branch === undefined ? '' : `branch ${sanitizeLine(branch)}`,
    sessionId === undefined ? '' : `session ${sanitizeLine(sessionId).slice(0, 8)}`,
  ]
  return [colors.bold(nameMoment(app, asked)), colors.dim(where.filter(part => part !== '').join(', '))]
}

function nameMoment(app: App, asked: Explained['asked']): string {
  if (asked.moment === 'prompt') return `Prompt: ${shorten(sanitizeLine(asked.request.prompt), MAX_ASKED)}`
  if (asked.moment === 'file') return `File: ${shortenPath(app, asked.request.path)}`
  return asked.request.source === 'compact' ? 'A session that was compacted' : 'A session that begins'
}

const NAME_WIDTH = 14

function formatStep(app: App, { name, isPassed, says }: RecallDecision['steps'][number]): readonly string[] {
  const { colors } = app
  const mark = isPassed ? colors.green('✓') : colors.yellow('–')
  const lines = wrapText(sanitizeLine(says), Math.max(30, app.columns - NAME_WIDTH - 2))
  return lines.map((line, at) =>
    at === 0 ? `${mark} ${colors.dim(padEndToWidth(name, NAME_WIDTH))}${line}` : ' '.repeat(NAME_WIDTH + 2) + line,
  )
}

function formatText(app: App, { text, shown, maxChars, decision }: Explained): readonly string[] {
  const { colors } = app
  if (text === undefined && decision.items.length > 0)
    return [colors.bold('Nothing would be said: there is no room for it.')]
  if (text === undefined) return [colors.bold('Nothing would be said.')]
  const without = decision.items.length - shown
  const cut = without > 0 ? `; no room for ${without} more` : ''
  return [
    `${colors.bold('This would be said')}, word for word, ${formatInteger(text.length)} of at most ${formatInteger(maxChars)} characters${cut}:`,
    '',
    // Not wrapped: it is what the model gets.
    ...sanitizeText(text)
      .split('\n')
      .map(line => `  ${colors.cyan(line)}`.trimEnd()),
  ]
}

function formatLeft(app: App, { decision }: Explained): readonly string[] {
  const { colors } = app
  if (decision.left.length === 0) return []
  const width = Math.max(30, app.columns - 4)
  return [
    '',
    colors.bold('Looked at and left'),
    ...decision.left.flatMap(({ item, because }) => {
      const score = decision.threshold === undefined ? '' : `  ${item.score.toFixed(2)}`
      const title = cutToWidth(sanitizeLine(item.title), Math.max(20, app.columns - 30))
      const place = `${sanitizeLine(item.shortId)}:${item.turn}`
      return [
        `  ${colors.yellow(place)}${score}${item.at === undefined ? '' : colors.dim(`  ${item.at.slice(0, 10)}`)}  ${title}`,
        ...wrapText(sanitizeLine(because), width).map(line => colors.dim(`    ${line}`)),
      ]
    }),
  ]
}

function formatEnd(app: App, { asked, tookMs, isOn }: Explained): readonly string[] {
  const took = `Took ${Math.max(1, Math.round(tookMs))} ms.`
  if (isOn) return [app.colors.dim(took)]
  const next = app.colors.bold(levelCommand(app, asked.request.project, asked.moment))
  return [app.colors.dim(took), `It is switched off here. Switch it on: ${next}`]
}
