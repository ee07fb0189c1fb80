import type { FileTouch } from '../../../../query/lookups/file-history.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { hrefTo } from '../router.ts'

type Touch = FileTouch

/** Names a touch in the address. */
export function keyOfTouch({ sessionId, agent, turn, action }: Touch): string {
  return [sessionId, agent ?? '', turn, action].join(':')
}

/** The exact entry. */
export function touchHref({ sessionId, entryUuid, mainTurn, agent }: Touch): string {
  return hrefTo(`/session/${encodeURIComponent(sessionId)}`, {
    turn: entryUuid === undefined ? String(mainTurn) : undefined,
    entry: entryUuid,
    agent,
  })
}

/** `edit ×3`. */
export function actionWords({ action, count }: Touch): string {
  return count > 1 ? `${action} ×${count}` : action
}

/** What is special about it. */
export function touchMarks(touch: Touch): readonly string[] {
  return [
    ...(touch.agent === undefined ? [] : [`subagent ${touch.agentType ?? touch.agent}`]),
    ...(touch.isRewound ? ['rewound'] : []),
    ...(touch.isUserModified ? ['changed by you'] : []),
    ...(touch.alsoIn.length > 0 ? [`also in ${formatNumberOf(touch.alsoIn.length, 'other session')}`] : []),
  ]
}
