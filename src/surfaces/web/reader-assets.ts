import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PageAssets, readPageAssets } from '../../share/page-assets.ts'

/** The page inside an exported file, as built; run from sources, built from them. */
export async function loadReaderAssets(packageDir: string): Promise<PageAssets> {
  if (!import.meta.url.endsWith('.ts')) return readPageAssets({ packageDir })
  built ??= buildReader(packageDir)
  return await built
}

let built: Promise<PageAssets> | undefined

async function buildReader(packageDir: string): Promise<PageAssets> {
  const script = pathToFileURL(join(packageDir, 'scripts', 'build-page.js')).href
  const { buildPage } = (await import(/* @vite-ignore */ script)) as { buildPage(): Promise<PageAssets> }
  return await buildPage()
}
