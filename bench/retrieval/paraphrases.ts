/**
 * Questions as somebody asks months later: written from the outcome, in words that mostly do not stand in the session
 * (at most 30 % of their stems do; paraphrases.test.ts counts). `at` is a hand-made session or the beginning of a demo
 * session's id, and the turn that answers. `answer` is what a good snippet shows.
 */
export interface Paraphrase {
  readonly ask: string
  readonly at: `${string}:${number}`
  readonly answer: string
}

export const PARAPHRASES: readonly Paraphrase[] = [
  // ledger-api
  {
    ask: 'why did the backend choke at the start of each morning, dashboard unavailable briefly',
    at: 'ledger-stampede:1',
    answer: 'expire in the same second',
  },
  {
    ask: 'how did we stop parallel users from rebuilding an identical tenant report, sharing work in flight',
    at: 'ledger-stampede:2',
    answer: 'share one computation',
  },
  {
    ask: 'which edit randomised how long the tenant overview lives in redis',
    at: 'ledger-stampede:2',
    answer: 'jitter',
  },
  {
    ask: 'reason mobile people were kicked out of their accounts unexpectedly, alarm about theft',
    at: 'ledger-refresh-token:1',
    answer: 'revokes the whole family',
  },
  {
    ask: 'how many seconds may a credential be replayed until we suspect an attacker',
    at: 'ledger-refresh-token:3',
    answer: 'thirty seconds',
  },
  {
    ask: 'what do other vendors recommend when a client repeats an exchange request',
    at: 'ledger-refresh-token:2',
    answer: 'grace window',
  },
  {
    ask: 'Safari demands credentials in an endless cycle after the domain switch',
    at: 'ledger-session-cookie:1',
    answer: 'third-party cookie',
  },
  {
    ask: 'which setting has to name the shared parent host of frontend and backend',
    at: 'ledger-session-cookie:2',
    answer: 'COOKIE_DOMAIN',
  },
  {
    ask: 'listing bills became sluggish for our largest tenant, which database index was missing',
    at: 'ledger-slow-invoices:1',
    answer: 'sequential scan',
  },
  {
    ask: 'building a database index without blocking writers did not work at first, how come',
    at: 'ledger-slow-invoices:2',
    answer: 'no-transaction',
  },
  {
    ask: 'throttling noisy clients by API credential so the rest stay responsive',
    at: 'ledger-rate-limit:1',
    answer: 'token bucket',
  },
  {
    ask: 'which routes stay unthrottled, such as health probes of monitoring',
    at: 'ledger-rate-limit:2',
    answer: '/healthz',
  },
  {
    ask: 'unit check that only broke late in the evening on the build server because of day boundaries',
    at: 'ledger-flaky-clock:1',
    answer: 'local time',
  },
  {
    ask: 'decision to pin the clock with mocks rather than correct the calculation',
    at: 'ledger-flaky-clock:2',
    answer: 'Frozen at noon',
  },
  // gravel
  {
    ask: 'recursion blew up the stack on malicious input with excessive levels',
    at: 'gravel-deep-nesting:1',
    answer: 'parse_value',
  },
  { ask: 'what is the maximum level of nested lists we accept', at: 'gravel-deep-nesting:2', answer: '512' },
  {
    ask: 'reporting several syntax problems together rather than stopping early in the language plugin',
    at: 'gravel-error-recovery:1',
    answer: 'skips to the next semicolon',
  },
  {
    ask: 'how did we keep a single syntax mistake from producing a cascade of bogus complaints after recovery',
    at: 'gravel-error-recovery:1',
    answer: 'semicolon itself was not consumed',
  },
  {
    ask: 'underline in VS Code appears at the wrong place beyond smileys',
    at: 'gravel-utf16-columns:1',
    answer: 'UTF-16 code units',
  },
  {
    ask: 'where do we translate between internal offsets and what the editor expects',
    at: 'gravel-utf16-columns:2',
    answer: 'to_lsp',
  },
  {
    ask: 'RAM exploded on a huge document because equal identifiers were copied again and again',
    at: 'gravel-interner:1',
    answer: 'identifiers',
  },
  {
    ask: 'did we adopt a crate for deduplicating repeated names, and what was saved in RAM',
    at: 'gravel-interner:2',
    answer: '412 MB',
  },
  {
    ask: 'fuzz pipeline gave different outcomes without edits, how to repeat a finding',
    at: 'gravel-flaky-fuzz:1',
    answer: 'random seed',
  },
  {
    ask: 'arithmetic overflow discovered by random inputs, an absurdly big power of ten in scientific notation',
    at: 'gravel-flaky-fuzz:2',
    answer: '1e999999999',
  },
  // packrat
  {
    ask: 'recovering an archive on a PC choked on names coming from a Mac',
    at: 'packrat-windows-paths:1',
    answer: 'reserved device names',
  },
  {
    ask: 'how do we write out entries whose names Microsoft systems do not allow',
    at: 'packrat-windows-paths:2',
    answer: 'safeName',
  },
  {
    ask: 'why was nearly every picture considered modified on the external drive, archive transferred twice',
    at: 'packrat-incremental:1',
    answer: 'exFAT',
  },
  {
    ask: 'rule for tolerating slightly deviating mtime stamps when scanning drives for modifications',
    at: 'packrat-incremental:2',
    answer: 'less than two seconds',
  },
  {
    ask: 'garbage codes polluted redirected stderr of the archiver, progress display',
    at: 'packrat-progress-bar:1',
    answer: 'Without a terminal',
  },
  { ask: 'background watch daemon slowly ate all RAM of the home server', at: 'packrat-leak:1', answer: 'debouncer' },
  {
    ask: 'regression check proving that the debouncer discards stale entries',
    at: 'packrat-leak:2',
    answer: 'The map is empty',
  },
  {
    ask: 'safe storage for secrets of a terminal program across operating systems',
    at: 'packrat-keychain:1',
    answer: 'Secret Service',
  },
  {
    ask: 'which Go package talks to the password vault of each operating platform',
    at: 'packrat-keychain:2',
    answer: 'zalando/go-keyring',
  },
  {
    ask: 'integration suites collided because of a hard coded socket number',
    at: 'packrat-flaky-ports:1',
    answer: 'Port 0',
  },
  // harbor-infra
  {
    ask: 'pods got shot for excessive RAM although the JavaScript heap itself was small',
    at: 'infra-oom-pods:1',
    answer: 'arenas',
  },
  { ask: 'which variable tamed the native allocator', at: 'infra-oom-pods:2', answer: 'MALLOC_ARENA_MAX' },
  {
    ask: 'visitors saw a security warning before breakfast because the renewal broke',
    at: 'infra-cert-expiry:1',
    answer: 'Renewal has been failing',
  },
  { ask: 'how will monitoring tell us ahead of HTTPS running dry', at: 'infra-cert-expiry:2', answer: '14 days left' },
  {
    ask: 'infrastructure tool threatened to wipe production storage after a cosmetic change',
    at: 'infra-terraform-state:1',
    answer: 'moved',
  },
  {
    ask: 'safeguard against accidentally dropping the production RDS',
    at: 'infra-terraform-state:2',
    answer: 'deletion_protection',
  },
  {
    ask: 'docker image creation downloads every dependency though nothing differs, how was it accelerated',
    at: 'infra-docker-cache:1',
    answer: '3 minutes 20',
  },
  {
    ask: 'getting rid of permanent AWS credentials in continuous delivery, federation',
    at: 'infra-oidc-deploy:1',
    answer: 'short-lived OIDC token',
  },
  {
    ask: 'why was the AWS role refused in continuous delivery although federation existed',
    at: 'infra-oidc-deploy:1',
    answer: 'environment:production',
  },
  {
    ask: 'occasional hiccups when contacting the payment provider stripe from the cluster',
    at: 'infra-dns-ndots:1',
    answer: 'timeout of the resolver',
  },
  { ask: 'effect on tail latency of tuning ndots in name resolution', at: 'infra-dns-ndots:2', answer: '180 ms' },
  // rainfall
  {
    ask: 'precipitation sums were inflated, what made gauges deliver measurements repeatedly',
    at: 'rain-duplicate-rows:1',
    answer: 'resend',
  },
  {
    ask: 'importing the same month repeatedly is harmless since which modification of the loader',
    at: 'rain-duplicate-rows:2',
    answer: 'ON CONFLICT',
  },
  {
    ask: 'missing gauge data at night turned out harmless, just daylight saving',
    at: 'rain-dst-gap:1',
    answer: 'clocks go forward',
  },
  {
    ask: 'reprocessing a decade of history exhausted RAM, the backfill had to be chunked',
    at: 'rain-backfill-memory:1',
    answer: 'month by month',
  },
  {
    ask: 'job orchestration should survive temporary outages of the weather provider, no more night alarms, airflow',
    at: 'rain-airflow-retry:1',
    answer: 'exponential backoff',
  },
  {
    ask: 'etiquette of the weather provider: which contact header identifies our crawler',
    at: 'rain-airflow-retry:2',
    answer: 'User-Agent',
  },
  { ask: 'letting browsers reuse raster tiles of history forever', at: 'rain-cache-tiles:1', answer: 'immutable' },
  { ask: 'how outdated may the newest map picture be for a viewer', at: 'rain-cache-tiles:2', answer: 'Five minutes' },
  {
    ask: 'interpolating absent measurements from surrounding sensors in heavy storms',
    at: 'rain-kalman:1',
    answer: 'Inverse distance weighting',
  },
  { ask: 'how accurate is our interpolation when sensors stay silent, RMSE', at: 'rain-kalman:2', answer: '0.84 mm' },
  // trailmate
  {
    ask: 'power consumption complaints in store reviews from folks walking outdoors',
    at: 'trail-battery:1',
    answer: 'NearestTenMeters',
  },
  {
    ask: 'what did saving battery juice cost us in precision of recorded tracks',
    at: 'trail-battery:1',
    answer: 'nearly the same track',
  },
  {
    ask: 'preloading a map for remote areas without phone signal',
    at: 'trail-offline-maps:1',
    answer: 'corridor of 2 km',
  },
  {
    ask: "insufficient free storage on somebody's phone before fetching cartography",
    at: 'trail-offline-maps:2',
    answer: 'estimates before it starts',
  },
  {
    ask: 'unlocking by face recognition, and what happens when a stranger registers theirs',
    at: 'trail-biometric-login:1',
    answer: 'biometryCurrentSet',
  },
  {
    ask: 'automated iPhone run lacked a keychain permission, cryptic negative code',
    at: 'trail-biometric-login:1',
    answer: 'keychain entitlement',
  },
  {
    ask: 'simultaneous changes by several hikers to one shared checklist overwrote each other',
    at: 'trail-sync-conflict:1',
    answer: 'observed-remove set',
  },
  {
    ask: 'which conflict-free structure lets packing checklists be combined',
    at: 'trail-sync-conflict:1',
    answer: 'observed-remove set',
  },
  {
    ask: 'crash on recent Android when recording begins while the program is hidden',
    at: 'trail-android-crash:1',
    answer: 'must not be started from the background',
  },
  {
    ask: 'picture gallery was choppy while scrolling on weak devices, how repaired',
    at: 'trail-image-list:1',
    answer: 'thumbnails',
  },
  // handbook
  {
    ask: 'full text lookup for the documentation without hosting anything',
    at: 'handbook-search:1',
    answer: 'Pagefind',
  },
  {
    ask: 'ranking titles above paragraphs in the documentation lookup',
    at: 'handbook-search:2',
    answer: 'data-pagefind-weight',
  },
  {
    ask: 'visitors ended up on missing reference pages, how do we catch dead hyperlinks early',
    at: 'handbook-broken-links:1',
    answer: '_redirects',
  },
  {
    ask: 'Wie bekommen Neulinge eine Leseberechtigung für Postgres, wer genehmigt einen Antrag',
    at: 'handbook-onboarding-de:1',
    answer: 'db-readers',
  },
  {
    ask: 'Passwort verloren, Hilfe beim Kennwort der Datenbank',
    at: 'handbook-onboarding-de:2',
    answer: 'zurücksetzen',
  },
  {
    ask: 'Japanese glyphs rendered with foreign shapes, which html attribute was absent in the layout',
    at: 'handbook-ja-font:1',
    answer: 'lang',
  },
  { ask: '日本語の文字の形が違って見える原因', at: 'handbook-ja-font:1', answer: 'lang="ja"' },
  { ask: 'Mandarin wording for repeatable operations and flow control', at: 'handbook-zh-glossary:1', answer: '幂等' },
  { ask: '服务连续出错时停止请求的那个名词', at: 'handbook-zh-glossary:2', answer: '熔断器' },
  {
    ask: '사내망 프록시 때문에 패키지를 받지 못할 때 해결책은',
    at: 'handbook-ko-install:1',
    answer: 'NODE_EXTRA_CA_CERTS',
  },
  {
    ask: 'getting the npm package manager to work behind a corporate proxy, Korean guide',
    at: 'handbook-ko-install:1',
    answer: 'NODE_EXTRA_CA_CERTS',
  },
  // demo
  {
    ask: 'references at the bottom of the page come out shuffled in print',
    at: 'e5048b1c:1',
    answer: 'which has no order',
  },
  { ask: 'dropping doubles while preserving the arrangement of annotations', at: 'e5048b1c:2', answer: 'order stays' },
  { ask: 'is the web version affected by shuffled annotations too', at: 'e5048b1c:3', answer: 'html.py' },
  { ask: 'alphabetical listing puts Asian chapter titles last', at: '91c3e0f8:1', answer: 'code point' },
  { ask: 'metadata field for how a title is pronounced', at: '91c3e0f8:2', answer: 'reading:' },
  { ask: 'who still depends on the legacy station loader', at: '2ad7f9c5:1', answer: 'harbour office' },
  { ask: 'letting visitors pick imperial or metric for water levels', at: '7c1f04d2:1', answer: 'feet' },
  { ask: 'mobile visitors wait too long for predictions, what was agreed', at: 'b93e6a07:1', answer: 'ten nearest' },
  { ask: 'how much smaller did the initial download get for handsets', at: 'b93e6a07:3', answer: '210' },
]
