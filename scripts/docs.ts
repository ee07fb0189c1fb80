// `npm run docs`: every generated page in turn.
import './docs-cli.ts'
import './docs-format.ts'
import './docs-tools.ts'
