import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UserError } from '../../user-error.ts'

/** The built page, held in memory: what a request names is looked up here and never in the file system. */
export interface AppAssets {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly manifest: AppManifest
}

/** Names of the files that the page begins with. */
export interface AppManifest {
  readonly script: string
  readonly style: string
  /** What the script imports at once. */
  readonly preload: readonly string[]
  /** What each view needs beside that. */
  readonly views: { readonly [view: string]: readonly string[] }
}

/** As built in `dist/page/app`; run from sources, built from them. */
export async function loadAppAssets(packageDir: string): Promise<AppAssets> {
  if (!import.meta.url.endsWith('.ts')) return readAssets(packageDir)
  built ??= buildAssets(packageDir)
  return await built
}

let built: Promise<AppAssets> | undefined

async function buildAssets(packageDir: string): Promise<AppAssets> {
  const script = pathToFileURL(join(packageDir, 'scripts', 'build-page.js')).href
  const { buildApp } = (await import(/* @vite-ignore */ script)) as { buildApp(): Promise<AppAssets> }
  return await buildApp()
}

function readAssets(packageDir: string): AppAssets {
  const folder = join(packageDir, 'dist', 'page', 'app')
  try {
    const { files, ...manifest } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    const names = files as readonly string[]
    return { files: new Map(names.map(name => [name, readFileSync(join(folder, name))])), manifest }
  } catch (cause) {
    throw new UserError({
      code: 'not-built',
      message: 'this copy of backscroll has no page in it',
      hint: 'Run `npm run build` in its folder, or install it again.',
      cause,
    })
  }
}

const TYPES: { readonly [ending: string]: string } = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** Undefined: we built no such file. Names hold a hash of the content, so that a browser may keep it for good. */
export function assetAnswer({ files }: AppAssets, name: string): Response | undefined {
  const bytes = files.get(name)
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (!bytes || type === undefined) return undefined
  const headers = { 'Content-Type': type, 'Cache-Control': 'private, max-age=31536000, immutable' }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}
