// The page inside an exported HTML file: one script and one style, as texts that can stand inline.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))

/** In this order: what comes later has the last word. */
const PAGE = 'src/surfaces/reader'
const STYLES = ['src/render/html/rows.css', 'src/page/list.css', `${PAGE}/page.css`, `${PAGE}/screens.css`]

/** Builds from the present sources; writes nothing. */
export async function buildPage() {
  const options = {
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  }
  const [script, style] = await Promise.all([
    build({
      ...options,
      entryPoints: ['src/surfaces/reader/main.ts'],
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
    }),
    build({
      ...options,
      stdin: {
        contents: STYLES.map(path => `@import './${path}';`).join('\n'),
        resolveDir: folder,
        loader: 'css',
      },
      // Older targets would have light-dark() written out.
      target: 'esnext',
    }),
  ])
  return { script: inlineScript(script.outputFiles[0].text.trim()), style: style.outputFiles[0].text.trim() }
}

/** What HTML takes for the beginning or the end of something is written so that it does not. */
function inlineScript(text) {
  return text.replace(/<(?=!--|\/?script)/gi, '\\x3C')
}
