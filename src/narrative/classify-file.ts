/** What kind of work a change of a file is: by its name alone. */
export function classifyFile(path: string): 'code' | 'documented' | 'configured' | 'planned' {
  const plain = path.replaceAll('\\', '/')
  if (isPlanFile(plain)) return 'planned'
  const name = plain.slice(plain.lastIndexOf('/') + 1).toLowerCase()
  if (/\.(?:md|mdx|rst|adoc|txt)$/.test(name) || /^(?:readme|changelog|license|contributing)\b/.test(name)) {
    return 'documented'
  }
  const isConfig =
    CONFIG_NAMES.test(name) ||
    /(?:^|\/)\.(?:github|circleci|vscode|husky|claude|gitlab)\//.test(plain) ||
    /^\.\w/.test(name)
  return isConfig ? 'configured' : 'code'
}

/** Where the client keeps plans: versions of a plan are told as such, not as work on a file. */
export function isPlanFile(path: string): boolean {
  return /\/\.claude\/plans\/[^/]+\.md$/.test(path.replaceAll('\\', '/'))
}

const CONFIG_NAMES =
  /^(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|[\w.-]*config\.[cm]?[jt]s|dockerfile|docker-compose[\w.-]*|makefile|justfile|mise\.toml|cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml|requirements[\w.-]*\.txt|gemfile(?:\.lock)?|pnpm-(?:lock|workspace)\.yaml|yarn\.lock|biome\.jsonc?|renovate\.json|[\w.-]+\.(?:ya?ml|toml|ini|cfg|conf|env|properties))$/

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    typescript: 'ts tsx mts cts',
    javascript: 'js jsx mjs cjs',
    python: 'py pyi ipynb',
    go: 'go',
    rust: 'rs',
    java: 'java',
    kotlin: 'kt kts',
    swift: 'swift',
    ruby: 'rb',
    php: 'php',
    csharp: 'cs',
    cpp: 'cc cpp cxx hpp hh',
    c: 'c h',
    shell: 'sh bash zsh fish ps1',
    sql: 'sql',
    html: 'html htm',
    css: 'css scss less',
    vue: 'vue',
    svelte: 'svelte',
    elixir: 'ex exs',
    scala: 'scala',
    lua: 'lua',
    zig: 'zig',
    haskell: 'hs',
    dart: 'dart',
    terraform: 'tf',
    markdown: 'md mdx',
  }).flatMap(([language, endings]) => endings.split(' ').map(ending => [ending, language] as const)),
)

/** The language a file is written in, by its ending. */
export function languageOf(path: string): string | undefined {
  return LANGUAGES.get(/\.(\w{1,6})$/.exec(path)?.[1]?.toLowerCase() ?? '')
}
