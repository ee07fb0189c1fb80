/** The data of each server-sent event, as they come. An event that was not finished is none. */
export async function* readEventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').flatMap(line => (line.startsWith('data: ') ? [line.slice(6)] : []))
      if (data.length > 0) yield data.join('\n')
    }
  }
}
