import { expect, test } from 'vitest'
import { classifyCommand } from './classify-command.ts'

test.each([
  ['cd /home/dev/app && git log --oneline -10', 'explored'],
  ['cd app; git status', 'explored'],
  ['git log --oneline | head -15', 'explored'],
  ['cd app && ls -la', 'explored'],
  ['cd app && git commit -m "one"', 'committed'],
  ['cd app && npm run build', 'built'],
  ['cd app && ./run.sh', 'ran'],
  ['cd /home/dev/app', 'ran'],
  ['mkdir -p a/b', 'ran'],
  ['gh pr create --fill', 'opened-pr'],
  ['npm install', 'configured'],
])('%j: %s', (line, kind) => expect(classifyCommand(line)).toBe(kind))
