import { currentKey, keyHeader, rereadKey } from './key.ts'

/** No cookie goes out and none is kept; an answer that leads elsewhere is none. */
export async function sendWithKey(url: string, options: RequestInit): Promise<Response> {
  const key = await currentKey()
  const answer = await send(url, options, key)
  if (answer.status !== 401) return answer
  const newer = rereadKey()
  return newer === key ? answer : await send(url, options, newer)
}

function send(url: string, options: RequestInit, key: string | undefined): Promise<Response> {
  const headers = new Headers(options.headers)
  for (const [name, value] of Object.entries(keyHeader(key))) headers.set(name, value)
  return fetch(url, { ...options, headers, credentials: 'omit', redirect: 'error' })
}
