/** A path without the folder it lies in; whole where it lies elsewhere. */
export function placeBelow(folder: string, path: string): string {
  const root = folder.replaceAll('\\', '/').replace(/\/+$/, '')
  const unified = path.replaceAll('\\', '/')
  return root !== '' && unified.startsWith(`${root}/`) ? unified.slice(root.length + 1) : path
}
