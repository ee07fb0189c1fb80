/** The page docs/api.md, from the rows of src/surfaces/web/routes: `npm run docs`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LIMITS } from '../src/serving/limits.ts'
import { CODE_LIFE_MS } from '../src/surfaces/web/access/entry-codes.ts'
import { API_BASE, type Route } from '../src/surfaces/web/define-route.ts'
import { KEY_ROUTE } from '../src/surfaces/web/http-app.ts'
import { ROUTES } from '../src/surfaces/web/routes/table.ts'
import { renderFields } from './docs-fields.ts'

export const API_PAGE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'api.md')

/** A test runs each over the demo set; `$ORIGIN` and `$TOKEN` are what the section on keys says. */
export const EXAMPLES: readonly { readonly says: string; readonly script: string }[] = [
  {
    says: 'What this server is',
    script: `curl -s -H "Authorization: Bearer $TOKEN" $ORIGIN${API_BASE}/about`,
  },
  {
    says: 'The newest sessions',
    script: `curl -s -H "Authorization: Bearer $TOKEN" "$ORIGIN${API_BASE}/sessions?limit=5"`,
  },
  {
    says: 'Search, as `backscroll search` does',
    script: `curl -s -G -H "Authorization: Bearer $TOKEN" --data-urlencode "q=footnotes" $ORIGIN${API_BASE}/search`,
  },
  {
    says: 'Keep what is new; every POST is JSON',
    script: `curl -s -X POST -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{}' $ORIGIN${API_BASE}/sync`,
  },
  {
    says: 'Listen for changes for two seconds',
    script: `curl -s -N --max-time 2 -H "Authorization: Bearer $TOKEN" $ORIGIN${API_BASE}/events`,
  },
]

export function renderApiPage(): string {
  const parts = [
    '# The HTTP API',
    '<!-- Made by scripts/docs-api.ts from src/surfaces/web/routes; change those files. -->',
    INTRODUCTION,
    '## Keys',
    KEYS,
    '## Examples',
    ...EXAMPLES.flatMap(({ says, script }) => [`${says}:`, `\`\`\`sh\n${script}\n\`\`\``]),
    '## Answers and errors',
    ERRORS,
    '## Events',
    EVENTS,
    '## Limits',
    LIMIT_WORDS,
    '## Questions',
    renderList(ROUTES),
    ...ROUTES.flatMap(renderRoute),
  ]
  return `${parts.join('\n\n')}\n`
}

const INTRODUCTION = `What the page asks, any program on this machine can ask too. \`backscroll open\` starts the server; everything stands below \`${API_BASE}\`. Answers are the types of the query layer, the same that \`--json\` prints, with a \`schema\` where they are documents. Within \`v1\` fields are added and never change their meaning.`

const KEYS = `Each request shows a key in a header, \`Authorization: Bearer <key>\`. Never in the address, and there is no cookie: browsers send cookies to every port of a machine.

- **Programs** read the token from \`$BACKSCROLL_HOME/api-token\` (0600; [config.md](config.md) says where that folder is). It stays the same until \`backscroll open --new-key\` makes another one. \`--demo\` and \`--root\` have no such file: there a program changes the code of the printed address into a key, as a browser does.
- **Browsers** have a key each. \`backscroll open\` prints \`http://127.0.0.1:<port>/#code=…\`. The code works once, within ${CODE_LIFE_MS / 60_000} minutes by a clock that nobody can set, at the server that runs now. The page takes it out of the address, sends it as \`POST ${API_BASE}${KEY_ROUTE.path}\` with \`{ "code": "…" }\`, and gets \`{ schema, key }\`; a browser that shows a good key with it gets that one again. It keeps the key in the storage of its origin, which no other port can read. The server keeps a hash of it, one empty file in \`$BACKSCROLL_HOME/page-keys/\` (0600) per browser, for the hundred that were used last. Deleting a file locks that browser out.

\`backscroll open --new-key\` makes the token, all keys of browsers and all codes worthless, at servers that run as well, and ends their streams. The cookie of earlier releases opens nothing, is taken away, and the token it held (\`web-token\`) is deleted.

Only requests to \`127.0.0.1\`, \`localhost\` and \`[::1]\` with the right port are answered, and none that a page of another origin makes (\`Origin\`, \`Sec-Fetch-Site\`): 403 without a body. Whatever changes something (POST, DELETE) is taken from the page itself, by its \`Origin\` and its key, or with the token of programs.

\`GET ${API_BASE}/proof?nonce=…\` needs no key: another \`backscroll open\` finds out with it whether the server on this port is its own, and makes a code for it. It answers \`{ schema, run, at, proof }\`: which run of the server this is, its age in seconds, and an HMAC of port, nonce and both under the token.`

const ERRORS = `JSON in UTF-8, unless a question says otherwise. Times are ISO 8601 in UTC; a field that is not known is absent or null. A parameter that a question does not know is refused.

\`\`\`json
{ "error": { "code": "no-such-session", "message": "no session is called \\"ffff\\"", "hint": "…" } }
\`\`\`

| status | means |
|---|---|
| 400 | the question cannot be understood: \`message\` says what is wrong |
| 401 | no key, or a wrong one; a code that was used or is too old |
| 403 | another host or origin, or a change with the key of a browser that its page did not ask for |
| 404 | no such session, turn, row or question |
| 405 | another method; \`Allow\` names those there are |
| 409 | somebody else is at it, or a name means several things |
| 413, 414, 431 | body, address or headers are too large |
| 415 | a body that is not \`application/json\` |
| 500 | a bug of ours |
| 503 | not now: the index is being made, the archive cannot be read, too many listeners |`

const EVENTS = `\`GET ${API_BASE}/events\` stays open and sends server-sent events. The name of an event is its \`kind\`, the data are one JSON object:

| event | data | when |
|---|---|---|
| \`keeper\` | \`{ kind, keeper: { phase, hasIndex, done, total, problem?, syncedAt? } }\` | at once, and as keeping goes on; \`phase\` is starting, syncing, watching or failed |
| \`index\` | \`{ kind }\` | the index changed: lists, search and reports may answer otherwise |
| \`session\` | \`{ kind, change: { id, version, fromTurn, toTurn, isFresh, status } }\` | the session named by \`?session=\` grew or changed its status |

A listener that does not keep up is let go; it connects again and asks for what it missed.`

const LIMIT_WORDS = `A query has at most ${LIMITS.queryBytes / 1024} KB, a body ${LIMITS.bodyBytes / 1024} KB, all headers together ${LIMITS.headerBytes / 1024} KB. At most ${LIMITS.connections} connections and ${LIMITS.eventStreams} event streams are open at once. A request has to be there within ${LIMITS.requestMs / 1000} seconds, and a client that takes nothing of its answer for ${LIMITS.stalledMs / 1000} seconds is let go.`

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}

/** As GitHub makes it from a heading. */
function anchorOf(route: Route): string {
  return nameOf(route)
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

function renderList(routes: readonly Route[]): string {
  const rows = routes.map(route => `| [\`${nameOf(route)}\`](#${anchorOf(route)}) | ${route.summary} |`)
  return ['| question | answers |', '|---|---|', ...rows].join('\n')
}

function renderRoute(route: Route): string[] {
  return [
    `### ${nameOf(route)}`,
    `${route.summary}. Answer: \`${route.answer}\`.`,
    ...renderFields('parameter', route.query),
    ...(route.body ? renderFields('field of the body', route.body) : []),
  ]
}
