import { post } from '../api.ts'
import { bodyOf, type ExportRequest } from './export-request.ts'

/** Asks for the file and hands it to the browser, which saves it where it saves everything. Returns its name. */
export async function saveExport(id: string, request: ExportRequest, signal: AbortSignal): Promise<string> {
  const response = await post(`/sessions/${encodeURIComponent(id)}/export`, bodyOf(request), signal)
  const name = nameOf(response.headers.get('content-disposition')) ?? `session.${request.format}`
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
  return name
}

/** Long enough for a browser to begin. */
const KEEP_MS = 60_000

function nameOf(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? '') ?? []
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded)
  } catch {
    return plain
  }
}
