/** Names of languages as a highlighter knows them. They come from transcripts, so only plain ones pass. */
const PLAIN_NAME = /^[a-z0-9+#.-]{1,20}$/

/** From the info string of a fence: `ts title="x"` is `ts`. */
export function languageOfFence(info: string | undefined): string | undefined {
  const name = /^[^\s,{]+/.exec(info?.slice(0, 100) ?? '')?.[0].toLowerCase()
  return name !== undefined && PLAIN_NAME.test(name) ? name : undefined
}

/** By the end of a file's name. */
export function languageOfPath(path: string): string | undefined {
  const name = /[^/\\]*$/.exec(path.slice(-300))?.[0].toLowerCase() ?? ''
  return BY_NAME.get(name) ?? BY_EXTENSION.get(/\.([a-z0-9+]{1,10})$/.exec(name)?.[1] ?? '')
}

/** JSON is known by its first character; anything else is not guessed. */
export function languageOfText(text: string): string | undefined {
  return /^\s{0,20}(?:\{\s*["}]|\[\s*[[{"\]\d])/.test(text.slice(0, 200)) ? 'json' : undefined
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
])

const EXTENSIONS: { readonly [language: string]: string } = {
  typescript: 'ts tsx mts cts',
  javascript: 'js jsx mjs cjs',
  python: 'py pyi',
  rust: 'rs',
  go: 'go',
  java: 'java',
  kotlin: 'kt kts',
  swift: 'swift',
  c: 'c h',
  cpp: 'cc cpp cxx hpp hh',
  csharp: 'cs',
  ruby: 'rb',
  php: 'php',
  perl: 'pl pm',
  lua: 'lua',
  r: 'r',
  scala: 'scala',
  elixir: 'ex exs',
  haskell: 'hs',
  bash: 'sh bash zsh',
  powershell: 'ps1',
  sql: 'sql',
  json: 'json jsonl jsonc ipynb',
  yaml: 'yml yaml',
  ini: 'toml ini cfg conf',
  xml: 'xml html htm svg vue svelte',
  css: 'css',
  scss: 'scss',
  less: 'less',
  markdown: 'md mdx markdown',
  diff: 'diff patch',
  graphql: 'graphql gql',
  dockerfile: 'dockerfile',
  makefile: 'mk',
}

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, ends]) => ends.split(' ').map(end => [end, language] as const)),
)
