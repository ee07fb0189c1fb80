/** Hands bytes to the browser, which saves them where it saves everything. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

/** Long enough for a browser to begin. */
const KEEP_MS = 60_000
