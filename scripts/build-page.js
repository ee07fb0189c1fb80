// What runs in a browser: the page inside an exported HTML file, one script and one style as texts that can stand inline;
// and the page of the local server, as files. Nothing here writes.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))

const PAGE = 'src/surfaces/reader'
const SHARED = ['src/render/html/rows.css', 'src/page/list.css', 'src/page/base.css']
/** In this order: what comes later has the last word. */
const STYLES = [...SHARED, `${PAGE}/page.css`, `${PAGE}/screens.css`]

const OPTIONS = {
  absWorkingDir: folder,
  bundle: true,
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  write: false,
  logLevel: 'warning',
}
const SCRIPT = { platform: 'browser', target: 'es2022' }
// Older targets would have light-dark() written out.
const STYLE = { target: 'esnext' }

/** Builds from the present sources; writes nothing. */
export async function buildPage() {
  const contents = STYLES.map(path => `@import './${path}';`).join('\n')
  const [script, style] = await Promise.all([
    build({ ...OPTIONS, ...SCRIPT, entryPoints: ['src/surfaces/reader/main.ts'], format: 'iife' }),
    build({ ...OPTIONS, ...STYLE, stdin: { contents, resolveDir: folder, loader: 'css' } }),
  ])
  return { script: inlineScript(script.outputFiles[0].text.trim()), style: style.outputFiles[0].text.trim() }
}

/** What HTML takes for the beginning or the end of something is written so that it does not. */
function inlineScript(text) {
  return text.replace(/<(?=!--|\/?script)/gi, '\\x3C')
}

const APP = 'src/surfaces/web/app'

/** The page of the local server: files by name, and those it begins with. Names change with the content. */
export async function buildApp() {
  const files = { outdir: 'app', entryNames: '[name]-[hash]', chunkNames: 'part-[hash]', metafile: true }
  const jsx = { jsx: 'automatic', jsxImportSource: 'preact' }
  const [scripts, styles] = await Promise.all([
    build({
      ...OPTIONS,
      ...SCRIPT,
      ...files,
      ...jsx,
      entryPoints: [`${APP}/main.tsx`],
      format: 'esm',
      splitting: true,
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
    build({ ...OPTIONS, ...STYLE, ...files, entryPoints: [`${APP}/app.css`] }),
  ])
  const outputs = { ...scripts.metafile.outputs, ...styles.metafile.outputs }
  const entryOf = path => Object.keys(outputs).find(name => outputs[name].entryPoint === path)
  const script = entryOf(`${APP}/main.tsx`)
  return {
    files: new Map(
      [...scripts.outputFiles, ...styles.outputFiles].map(({ path, contents }) => [
        path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1),
        contents,
      ]),
    ),
    manifest: {
      script: baseName(script),
      style: baseName(entryOf(`${APP}/app.css`)),
      preload: [...staticImports(outputs, script)].map(baseName),
      views: Object.fromEntries(listViews(outputs, script)),
    },
  }
}

/** Of each view what the script alone does not bring: an address says which of them is wanted first. */
function listViews(outputs, script) {
  const there = new Set([script, ...staticImports(outputs, script)])
  return Object.keys(outputs).flatMap(name => {
    const [, view] = /\/app\/([a-z-]+)\/\1-view\.tsx$/.exec(outputs[name].entryPoint ?? '') ?? []
    if (view === undefined) return []
    return [[view, [name, ...staticImports(outputs, name)].filter(path => !there.has(path)).map(baseName)]]
  })
}

/** All that has to be there before the first line of it runs. */
function staticImports(outputs, name, found = new Set()) {
  for (const { path, kind } of outputs[name].imports) {
    if (kind !== 'import-statement' || found.has(path)) continue
    found.add(path)
    staticImports(outputs, path, found)
  }
  return found
}

function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1)
}
