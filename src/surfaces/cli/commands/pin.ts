import { addMark, readMarks } from '../../../archive/marks.ts'
import { listPinned, type PinList } from '../../../query/list-marked.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, flagOption, textArg } from '../define-command.ts'
import {
  describeAll,
  describeNamed,
  formatMarkedTable,
  formatName,
  reportMissing,
  reportUnreadableMarks,
} from '../marked-sessions.ts'
import { reportProblems } from '../report-problems.ts'

/** Pins a session, takes the pin away, or lists what is pinned. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'id')
  const isOn = !flagOption(request, 'off')
  reportUnreadableMarks(app)
  if (text !== undefined) return await changePin(app, text, isOn)
  if (isOn) return await printPins(app)
  throw new UserError({
    code: 'missing-id',
    message: '--off needs the id of a session',
    hint: 'List what is pinned with `backscroll pin`.',
  })
}

async function changePin(app: App, text: string, isOn: boolean): Promise<Outcome> {
  const { keepDir } = app
  const before = readMarks(keepDir)
  const { id, described } = await describeNamed(app, text, before.pinned())
  const isChange = before.isPinned(id) !== isOn
  if (isChange) addMark(keepDir, { session: id, at: app.now(), pin: isOn })
  if (app.json) printPinsJson(app, listPinned(described, readMarks(keepDir)))
  else {
    const says = isOn ? (isChange ? 'Pinned' : 'Pinned already:') : isChange ? 'No longer pinned:' : 'Was not pinned:'
    app.out.line(`${says} ${formatName(described, id)}`)
  }
  return 'done'
}

async function printPins(app: App): Promise<Outcome> {
  const marks = readMarks(app.keepDir)
  const list = listPinned(await describeAll(app, marks.pinned()), marks)
  if (app.json) printPinsJson(app, list)
  else {
    if (list.sessions.length > 0) app.out.lines(formatMarkedTable(app, list.sessions))
    else if (list.missing.length === 0)
      app.err.line(`backscroll: no session is pinned; pin one with \`${app.commandName} pin ID\``)
    reportMissing(app, list.missing)
    reportProblems(app, list.problems)
  }
  if (list.problems.length > 0) return 'incomplete'
  return list.sessions.length > 0 ? 'found' : 'nothing'
}

function printPinsJson(app: App, list: PinList): void {
  printJson(app, { ...list })
}
