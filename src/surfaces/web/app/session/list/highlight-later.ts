import { breathe } from '../../../../../page/find/breathe.ts'

/** Elements of the whole page before code stays uncoloured. */
const PAGE_ELEMENTS = 1500

type HighlightCode = typeof import('../../../../../page/highlight-code.ts').highlightCode

let highlightCode: HighlightCode | undefined
let waiting: Element[] = []
let isRunning = false

/** Colours code when there is time for it: block by block, and only what is still on the page. */
export function highlightLater(content: ParentNode): void {
  const blocks = content.querySelectorAll('code[data-lang]')
  if (blocks.length === 0) return
  waiting.push(...blocks)
  if (!isRunning) void run()
}

async function run(): Promise<void> {
  isRunning = true
  try {
    highlightCode ??= (await import('../../../../../page/highlight-code.ts')).highlightCode
    while (waiting.length > 0) {
      await breathe()
      const block = waiting.shift()
      const holder = block?.parentElement
      if (holder?.isConnected) highlightCode(holder, () => PAGE_ELEMENTS - document.getElementsByTagName('*').length)
    }
  } catch {
    // Without colours it reads as well.
    waiting = []
  } finally {
    isRunning = false
  }
}
