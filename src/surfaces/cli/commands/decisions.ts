import { type FoundDecision, findDecisions } from '../../../query/story/find-decisions.ts'
import type { App, Outcome } from '../app.ts'
import { type CommandRequest, flagOption } from '../define-command.ts'
import { type Detail, formatPlaceId, formatWhen, promptDetail } from '../place-table.ts'
import { runLookup } from '../run-lookup.ts'
import { drawList } from '../tell/draw-list.ts'
import { createProjectNames } from '../tell/project-names.ts'

/** What was decided, newest first. */
export function run(app: App, request: CommandRequest): Promise<Outcome> {
  const isRules = flagOption(request, 'rules')
  return runLookup(app, request, {
    arg: 'text',
    noun: isRules ? 'rule' : 'decision',
    ask: (keep, asked) => findDecisions(keep, { ...asked, isRules }),
    format: (_app, { decisions }) => {
      const nameOf = createProjectNames(decisions)
      return drawList(
        app,
        decisions.map(found => ({
          item: {
            cite: formatPlaceId(found),
            label: `${DECIDED_BY[found.from]}${found.isRule ? ', rule' : ''}`,
            text: found.text,
            detail: [nameOf(found), formatWhen(app, found)].filter(part => part !== '').join(' · '),
          },
          details: [aboutDetail(found), takenBackDetail(app, found)],
        })),
      )
    },
  })
}

const DECIDED_BY: { readonly [from in FoundDecision['from']]: string } = {
  answer: 'your answer',
  plan: 'plan accepted',
  person: 'you',
  model: 'Claude',
  refusal: 'your no',
}

/** The question or what was refused; else the prompt in which it was said, where that says more. */
function aboutDetail(found: FoundDecision): Detail {
  const { about, text } = found
  if (about !== undefined && about !== text) return { text: `on: ${about}` }
  return found.prompt.startsWith(text) ? { text: '' } : promptDetail(found)
}

function takenBackDetail({ colors }: App, { takenBack }: FoundDecision): Detail {
  if (!takenBack) return { text: '' }
  const { by, text, shortId, turn } = takenBack
  const place = turn === undefined ? shortId : `${shortId}:${turn}`
  return { text: `✗ ${by === 'words' ? 'taken back' : 'answered otherwise'} in ${place}: ${text}`, style: colors.red }
}
