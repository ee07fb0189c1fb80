import { saveBlob } from '../../../../page/save-blob.ts'
import { post } from '../api.ts'
import { bodyOf, type ExportRequest } from './export-request.ts'

/** Asks for the file and hands it to the browser, which saves it where it saves everything. Returns its name. */
export async function saveExport(id: string, request: ExportRequest, signal: AbortSignal): Promise<string> {
  const response = await post(`/sessions/${encodeURIComponent(id)}/export`, bodyOf(request), signal)
  const name = nameOf(response.headers.get('content-disposition')) ?? `session.${request.format}`
  saveBlob(await response.blob(), name)
  return name
}

function nameOf(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? '') ?? []
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded)
  } catch {
    return plain
  }
}
