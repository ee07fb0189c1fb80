import { z } from 'zod'
import { MEDIA_BLOCK } from '../../../render/html/document/document-format.ts'
import { mediaTypeOf } from '../../../render/html/document/media-type.ts'
import { takeMedia } from '../../../render/html/document/take-media.ts'
import { unitRows } from '../../../render/view/row-units.ts'
import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'
import { defineRoute } from '../define-route.ts'
import { inSlices, openDesk, sha256 } from './session-desk.ts'
import { FIELDS, requireUnit } from './session-units.ts'

export const sessionMediaRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/media/:name',
  summary: 'The bytes of an image or document that a row names',
  answer: 'image/png, image/jpeg, image/gif, image/webp or application/pdf',
  query: z.object({ turn: FIELDS.turn, agent: FIELDS.agent }),
  async run(world, { params, query }): Promise<Response> {
    const name = params.name ?? ''
    if (!MEDIA_BLOCK.test(name)) throw noSuchMedia(name)
    const desk = await openDesk(world, params.id ?? '')
    for await (const row of inSlices(unitRows(desk.prepared, requireUnit(desk, query), 'all'), world.now)) {
      const found = takeMedia(row, { withMedia: true, sha256 }).media.find(({ block }) => block === name)
      if (found) return answerMedia(name, found.base64)
    }
    throw noSuchMedia(name)
  },
})

/** What it is, only its bytes say; and whatever they are, they may do nothing. */
function answerMedia(name: string, base64: string): Response {
  const type = mediaTypeOf(base64)
  if (type === undefined) throw noSuchMedia(name)
  const headers = new Headers({
    'Content-Type': type,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    // The name is a hash of the bytes: they never change.
    'Cache-Control': 'private, max-age=86400, immutable',
  })
  if (type === 'application/pdf') headers.set('Content-Disposition', `attachment; filename="${name}.pdf"`)
  return new Response(Buffer.from(base64, 'base64'), { headers })
}

function noSuchMedia(name: string): UserError {
  return new UserError({
    code: 'no-such-media',
    message: `no image or document there is called "${shorten(name)}"`,
    hint: 'Ask for it with the turn or agent whose row names it.',
  })
}
