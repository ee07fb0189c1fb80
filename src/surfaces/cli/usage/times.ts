import type { TypedTimes } from '../../../query/usage/usage-times.ts'
import { shorten } from '../../../text/head.ts'
import { createZone, localZone, type Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { type CommandRequest, countOption, textOption } from '../define-command.ts'
import { machineZoneName } from '../machine-zone.ts'

type ZonedApp = Pick<App, 'config' | 'env' | 'platform'>

export function typedTimes(request: CommandRequest): TypedTimes {
  return {
    since: textOption(request, 'since'),
    until: textOption(request, 'until'),
    last: countOption(request, 'last'),
  }
}

/** `--tz`, else `--timezone`, else the setting, else the machine's. */
export function usageZone(app: ZonedApp, request: CommandRequest): Zone {
  const name = textOption(request, 'tz') ?? textOption(request, 'timezone') ?? app.config.zone
  if (name === undefined) return localZone(() => machineZoneName(app))
  const zone = createZone(name.trim())
  if (zone) return zone
  throw new UserError({
    code: 'bad-zone',
    message: `there is no time zone "${shorten(name)}"`,
    hint: 'Write it as Europe/Berlin, America/New_York, UTC or +02:00.',
  })
}
