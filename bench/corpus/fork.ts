import { closeSync, openSync, readSync } from 'node:fs'

const PREFIX_BYTES = 256 * 1024

/** The first lines of a session as a fork repeats them: the same ids and times under a new session id. */
export function readForkPrefix(
  path: string,
  ids: { readonly from: string; readonly to: string },
): { lines: string[]; lastUuid: string | null } {
  const buffer = Buffer.allocUnsafe(PREFIX_BYTES)
  const file = openSync(path, 'r')
  const length = readSync(file, buffer, 0, PREFIX_BYTES, 0)
  closeSync(file)
  const end = buffer.subarray(0, length).lastIndexOf(0x0a)
  if (end < 0) return { lines: [], lastUuid: null }
  const lines = buffer
    .toString('utf8', 0, end)
    .replaceAll(`"sessionId":"${ids.from}"`, `"sessionId":"${ids.to}"`)
    .split('\n')
  let lastUuid: string | null = null
  for (const line of lines) lastUuid = (JSON.parse(line) as { uuid?: string }).uuid ?? lastUuid
  return { lines, lastUuid }
}
