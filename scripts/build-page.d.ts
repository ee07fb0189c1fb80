/** Script and style of the page inside an exported file, from the present sources. */
export function buildPage(): Promise<{ script: string; style: string }>

/** The page of the local server, from the present sources. */
export function buildApp(): Promise<{
  files: ReadonlyMap<string, Uint8Array>
  manifest: {
    script: string
    style: string
    preload: readonly string[]
    views: { readonly [view: string]: readonly string[] }
  }
}>
