/** Lets the browser draw and listen before the work goes on; a timer would wait longer than it has to. */
export function breathe(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
