import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.ts'

/** The script and style of the page inside an HTML export, as scripts/build.js made them. */
export interface PageAssets {
  readonly script: string
  readonly style: string
}

export function readPageAssets({ packageDir }: { readonly packageDir: string }): PageAssets {
  const folder = join(packageDir, 'dist', 'page')
  try {
    return {
      script: readFileSync(join(folder, 'reader.js'), 'utf8'),
      style: readFileSync(join(folder, 'reader.css'), 'utf8'),
    }
  } catch (cause) {
    throw new UserError({
      code: 'not-built',
      message: 'the page for HTML exports is not built',
      hint: 'In a clone, run `npm run build`; an installed package without it is broken, and must be installed again.',
      cause,
    })
  }
}
