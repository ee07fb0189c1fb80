import { useTitle } from '../title.ts'
import { splitPath } from './path-parts.ts'

/** Where the page of a file begins: its name, and the folder it lies in. */
export function FileHead({ path, home }: { readonly path: string; readonly home: string }) {
  const { name, folder } = splitPath(path, home)
  useTitle(`${name} · Files`)
  return (
    <>
      <p class="crumbs">
        <a href="/files">All files</a>
      </p>
      <div class="page-head file-head">
        <h1>{name}</h1>
        {folder === '' ? null : <span class="file-folder">{folder}</span>}
      </div>
    </>
  )
}
