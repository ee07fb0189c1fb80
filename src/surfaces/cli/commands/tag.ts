import { addMark, type Marks, readMarks, requireTag } from '../../../archive/marks.ts'
import { type DescribedSessions, listTags, type TagList } from '../../../query/list-marked.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { formatTable } from '../../../text/table.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, flagOption, listArg, textArg } from '../define-command.ts'
import {
  describeAll,
  describeNamed,
  formatLast,
  formatName,
  listTagged,
  reportMissing,
  reportUnreadableMarks,
} from '../marked-sessions.ts'
import { reportProblems } from '../report-problems.ts'

/** Gives tags to a session, takes some away, or lists them. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'id')
  const tags = listArg(request, 'tags')
  const isOn = !flagOption(request, 'off')
  if (!isOn && tags.length === 0) throw nothingToTakeAway()
  reportUnreadableMarks(app)
  const before = readMarks(app.keepDir)
  if (text === undefined) return await printAll(app, before)
  if (isOn) tags.forEach(requireTag)
  const { id, described } = await describeNamed(app, text, listTagged(before))
  const changed = tags.filter(tag => before.withTag(tag).includes(id) !== isOn)
  for (const tag of changed) addMark(app.keepDir, { session: id, at: app.now(), tag, on: isOn })
  const absent = isOn ? [] : tags.filter(tag => !changed.includes(tag))
  if (absent.length > 0 && !app.json)
    app.out.line(
      `Was not tagged ${absent.map(tag => shorten(sanitizeLine(tag))).join(', ')}: ${formatName(described, id)}`,
    )
  return printOne(app, id, { described, isChange: tags.length > 0 })
}

function nothingToTakeAway(): UserError {
  return new UserError({
    code: 'missing-tag',
    message: '--off needs a session and the tags to take away',
    hint: 'Write it as `backscroll tag ID word --off`.',
  })
}

function printOne(app: App, id: string, found: { described: DescribedSessions; isChange: boolean }): Outcome {
  const marks = readMarks(app.keepDir)
  const tags = marks.tagsOf(id)
  const name = formatName(found.described, id)
  if (app.json) printTagsJson(app, listTags(found.described, marks))
  else if (tags.length > 0) app.out.line(`${name}: ${tags.map(sanitizeLine).join(', ')}`)
  else if (found.isChange) app.out.line(`${name}: no tags`)
  else app.err.line(`backscroll: ${name} has no tags; give it one with \`${app.commandName} tag ID word\``)
  if (found.isChange) return 'done'
  return tags.length > 0 ? 'found' : 'nothing'
}

async function printAll(app: App, marks: Marks): Promise<Outcome> {
  const list = listTags(await describeAll(app, listTagged(marks)), marks)
  if (app.json) printTagsJson(app, list)
  else {
    if (list.tags.length > 0) app.out.lines(formatTagTable(app, list))
    else app.err.line(`backscroll: no session has a tag; give one with \`${app.commandName} tag ID word\``)
    reportMissing(app, list.missing)
    reportProblems(app, list.problems)
  }
  if (list.problems.length > 0) return 'incomplete'
  return list.tags.length > 0 ? 'found' : 'nothing'
}

function formatTagTable(app: App, { tags }: TagList): string[] {
  const { colors } = app
  return formatTable({
    columns: [
      { title: 'TAG', dropOrder: 0, style: colors.green },
      { title: 'SESSIONS', align: 'right', dropOrder: 2 },
      { title: 'LAST', align: 'right', dropOrder: 1, style: colors.dim },
    ],
    rows: tags.map(({ tag, sessions }) => [sanitizeLine(tag), String(sessions.length), formatLast(app, sessions)]),
    width: app.tableColumns,
    titleStyle: colors.dim,
  })
}

function printTagsJson(app: App, list: TagList): void {
  printJson(app, { ...list })
}
