/** Endings of file names that readers of Markdown know as languages by the same name. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'astro bash bat c clj cmake cpp cs css csv cxx dart diff ex exs fish go graphql groovy h hcl hpp hs html ini java jl ' +
    'js json json5 jsonc jsonl jsx kt kts less lua m mjs cjs md mdx ml mm nix php pl prisma proto ps1 py r rb rs sass ' +
    'scala scss sh sql svelte svg swift tex tf toml ts tsx mts cts vb vim vue xml yaml yml zig zsh'
  ).split(' '),
)

/** Language of a file, from a headline that begins with its path. */
export function languageOfPath(headline: string): string {
  const path = /^\S+/.exec(headline)?.[0] ?? ''
  if (/(?:^|[/\\])Dockerfile$/.test(path)) return 'dockerfile'
  if (/(?:^|[/\\])Makefile$/.test(path)) return 'makefile'
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return LANGUAGES.has(ending) ? ending : ''
}

/** JSON is told by its first and last character: whoever is wrong about it loses a colour. */
export function languageOfText(text: string): string {
  const first = /^\s*([{[])["{[\s\d]/.exec(text.slice(0, 200))?.[1]
  const last = /([}\]])\s*$/.exec(text.slice(-200))?.[1]
  return (first === '{' && last === '}') || (first === '[' && last === ']') ? 'json' : ''
}
