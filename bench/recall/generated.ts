/**
 * Generated projects: more sessions than one writes by hand, in which the same symptoms come back in different parts of a
 * program. What a later prompt asks for is told in other words than the session's, and half of those words stand in other
 * sessions too.
 */
import { createRandom, type Random } from '../corpus/random.ts'
import type { SessionScript } from '../retrieval/read-scripts.ts'
import { uuidOf } from '../retrieval/write-script.ts'
import type { CasePart, RecallCase } from './recall-case.ts'

interface Vocabulary {
  readonly parts: readonly (readonly [name: string, file: string, noun: string])[]
  readonly troubles: readonly (readonly [asked: string, later: string, cause: string, cure: string])[]
  readonly fresh: readonly string[]
}

type GeneratedPart = Exclude<CasePart, 'blind'>

/** Two lists that share nothing: one to fit on, one to look whether it holds elsewhere. */
const VOCABULARIES: { readonly [Part in GeneratedPart]: Vocabulary } = {
  training: {
    parts: [
      ['importer', 'src/import/reader.ts', 'CSV rows'],
      ['mailer', 'src/mail/outbox.ts', 'outgoing letters'],
      ['scheduler', 'src/jobs/clock.ts', 'recurring jobs'],
      ['thumbnailer', 'src/media/thumb.ts', 'preview pictures'],
      ['permission checker', 'src/auth/grants.ts', 'role grants'],
      ['report builder', 'src/report/sheet.ts', 'quarterly sheets'],
      ['search box', 'src/search/suggest.ts', 'suggestions'],
      ['billing gateway', 'src/billing/gateway.ts', 'card charges'],
      ['audit trail', 'src/audit/trail.ts', 'audit records'],
      ['feature toggles', 'src/flags/toggles.ts', 'toggle states'],
      ['notification bell', 'src/notify/bell.tsx', 'unread badges'],
      ['upload widget', 'src/upload/widget.tsx', 'attachments'],
    ],
    troubles: [
      [
        'handles every one of the PARTNOUN twice when the process restarts',
        'duplicates PARTNOUN after a restart',
        'the cursor was stored only at the end of a batch',
        'the cursor is stored with each item in the same transaction',
      ],
      [
        'eats memory until the container is killed',
        'runs out of memory with many PARTNOUN',
        'every listener was registered anew and never removed',
        'listeners are removed on close, with a test that counts them',
      ],
      [
        'is off by one hour for half of the year',
        'shows the wrong hour for PARTNOUN in summer',
        'times were compared as local strings',
        'everything is kept in UTC and converted at the edge',
      ],
      [
        'blocks the whole page for seconds when there are many PARTNOUN',
        'freezes the page with lots of PARTNOUN',
        'it sorted the full list on each keystroke',
        'only the visible slice is sorted, in a worker',
      ],
      [
        'fails for names with umlauts and accents',
        'breaks on accented names',
        'two normal forms of Unicode were compared byte by byte',
        'names are normalised to NFC when they come in',
      ],
      [
        'lets people see PARTNOUN of another tenant',
        'leaks PARTNOUN between tenants',
        'the cache key lacked the tenant',
        'the tenant is part of every cache key, enforced by a type',
      ],
    ],
    fresh: [
      'write a migration guide for plugin authors',
      'support right to left layouts',
      'add a keyboard shortcut overlay',
      'replace the icon set with phosphor',
      'generate release notes from merged branches',
      'measure start-up with a flame graph',
      'offer single sign-on through keycloak',
      'make the colours pass contrast guidelines',
      'move secrets from env to vault',
      'add a sandbox mode for demos',
      'print labels on a zebra printer',
      'sync contacts with outlook',
    ],
  },
  'held-out': {
    parts: [
      ['ingest daemon', 'core/ingest/daemon.go', 'sensor frames'],
      ['route planner', 'core/route/planner.go', 'delivery stops'],
      ['price engine', 'core/price/engine.go', 'tariff tiers'],
      ['device registry', 'core/device/registry.go', 'paired meters'],
      ['alert dispatcher', 'core/alert/dispatch.go', 'pager calls'],
      ['map renderer', 'web/map/render.ts', 'vector layers'],
      ['firmware updater', 'core/firmware/update.go', 'update images'],
      ['login portal', 'web/login/portal.ts', 'one-time codes'],
      ['warehouse export', 'core/export/warehouse.go', 'nightly extracts'],
      ['driver chat', 'web/chat/thread.ts', 'chat messages'],
      ['geofence watcher', 'core/geo/fence.go', 'zone crossings'],
      ['invoice composer', 'core/invoice/compose.go', 'line items'],
    ],
    troubles: [
      [
        'drops PARTNOUN when the link flaps',
        'loses PARTNOUN on a bad connection',
        'acknowledgements went out before the write was durable',
        'it acknowledges after fsync and resends what is unconfirmed',
      ],
      [
        'pegs one core at 100 % while idle',
        'burns cpu with nothing to do',
        'a select loop had a default branch and span',
        'it waits on a condition variable, load is zero when idle',
      ],
      [
        'deadlocks about once a day under load',
        'hangs under load',
        'two locks were taken in different order',
        'locks are taken in the order of their ids, checked by a wrapper',
      ],
      [
        'gives different results on ARM machines',
        'results differ on arm',
        'floating point contraction fused multiply and add',
        'the sums use integers scaled by a million',
      ],
      [
        'accepts PARTNOUN that were signed with an expired key',
        'accepts an expired signature on PARTNOUN',
        'the clock skew allowance was a day instead of a minute',
        'skew is sixty seconds and the key id is pinned',
      ],
      [
        'takes minutes after a cold start',
        'is slow to come up after a cold start',
        'it replayed the complete log instead of the last snapshot',
        'a snapshot is written every ten minutes and only the rest is replayed',
      ],
    ],
    fresh: [
      'draw a heat map of battery health',
      'add a swagger page for partners',
      'vendor the protobuf definitions',
      'make the sidebar collapsible',
      'send surveys after each ride',
      'switch from make to task',
      'support carrier pigeons of the new api version 4',
      'record phone calls with consent',
      'build an onboarding checklist',
      'archive tickets older than five years',
      'offer a dark palette for night shifts',
      'publish a status page',
    ],
  },
}

export interface GeneratedProject {
  readonly scripts: readonly SessionScript[]
  readonly cases: readonly RecallCase[]
}

const FIRST_DAY = Date.UTC(2026, 0, 5, 8)

export function generateProject(part: GeneratedPart, seed: number): GeneratedProject {
  const random = createRandom(seed)
  const { parts, troubles, fresh } = VOCABULARIES[part]
  const cwd = `/home/gen/${part}-${seed}`
  const known = shuffle(random, parts).slice(0, 9)
  const absent = parts.filter(one => !known.includes(one))
  const scripts: SessionScript[] = []
  const cases: RecallCase[] = []
  for (const [name, file, noun] of known) {
    for (const [asked, later, cause, cure] of shuffle(random, troubles).slice(0, 2)) {
      const session = `${part}-${seed}-${scripts.length}`
      const told = asked.replaceAll('PARTNOUN', noun)
      scripts.push({
        name: session,
        cwd,
        branch: 'main',
        startMs: FIRST_DAY + scripts.length * 2.4 * 86_400_000,
        turns: [
          {
            prompt: `The ${name} ${told}. Can you find out why?`,
            steps: [
              callOf('Read', file, `// ${noun}`),
              { kind: 'answer', text: `I looked through ${file}: ${cause}. That is why the ${name} ${told}.` },
            ],
          },
          {
            prompt: 'Fix it and add a test.',
            steps: [
              callOf('Edit', file, ''),
              { kind: 'answer', text: `Done: ${cure}. The test covers ${noun} in both orders.` },
            ],
          },
        ],
      })
      const returned = later.replaceAll('PARTNOUN', noun)
      const prompt = random.pick([
        `the ${name} ${returned} again, any idea?`,
        `seeing that the ${name} ${returned}`,
        `customer says our ${name} ${returned}, please check`,
        `before I touch ${file.split('/').at(-1)}: what was the matter when the ${name} ${returned}?`,
      ])
      cases.push({ cwd, part, prompt, golds: [uuidOf(session)], kind: 'wanted' })
    }
  }
  for (const [name] of absent) {
    cases.push({ cwd, part, prompt: `let's write the first version of the ${name}`, golds: [], kind: 'new-topic' })
  }
  for (const prompt of fresh) cases.push({ cwd, part, prompt, golds: [], kind: 'new-topic' })
  return { scripts, cases }
}

function callOf(tool: string, argument: string, output: string) {
  const body = tool === 'Edit' ? { removed: 'before', added: 'after' } : { removed: '', added: '' }
  return { kind: 'call' as const, tool, argument, output, isError: false, ...body }
}

function shuffle<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  return items
    .map(item => ({ item, at: random.unit() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
