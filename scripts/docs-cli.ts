// `npm run docs`: writes docs/cli.md from the command table. test/repo.test.ts fails when the two differ.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatCliDocs } from '../src/surfaces/cli/cli-docs.ts'

writeFileSync(fileURLToPath(new URL('../docs/cli.md', import.meta.url)), formatCliDocs())
