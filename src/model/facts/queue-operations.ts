import type { Extractor } from './extractor.ts'
import { emptyQueue, enqueue, leaveQueue } from './input-queue.ts'
import { textOfContent } from './queued-text.ts'

/** Input typed while the model was working. Before 2.1.97 this is the only trace of what was taken up in a turn. */
export const queueOperations: Extractor = {
  name: 'queue operations',
  kinds: ['queue-operation'],
  extract({ entry, json, facts }) {
    const text = textOfContent(json.content)
    switch (json.operation) {
      case 'enqueue':
        return enqueue(facts, entry, text)
      case 'dequeue':
        return leaveQueue(facts, text, 'sent')
      case 'remove':
        return leaveQueue(facts, text, 'taken-up')
      case 'popAll':
        return emptyQueue(facts, text)
    }
  },
}
