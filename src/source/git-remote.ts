/** The address of `origin`, else of the only remote, as git's config file gives it. */
export function findRemoteUrl(config: string): string | undefined {
  const urls = new Map<string, string>()
  let remote: string | undefined
  for (const line of config.split('\n')) {
    const text = line.trim()
    if (text.startsWith('[')) remote = /^\[remote "([^"]*)"\]/.exec(text)?.[1]
    else if (remote !== undefined && !urls.has(remote)) {
      const url = /^url\s*=\s*(.+)$/.exec(text)?.[1]?.trim()
      if (url) urls.set(remote, url)
    }
  }
  if (urls.has('origin')) return urls.get('origin')
  return urls.size === 1 ? [...urls.values()][0] : undefined
}

/**
 * One spelling for all ways to write the same remote: `host/owner/name`, without scheme, user, password, port and
 * `.git`. A remote on this machine keeps its path.
 */
export function normalizeRemote(url: string): string {
  const text = url.trim().replaceAll('\\', '/')
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)(\/.*)?$/i.exec(text)
  const parts = withScheme ?? /^((?:[^@/:]+@)?[^@/:]{2,}):(?!\/\/)(.*)$/.exec(text)
  if (!parts) return trimName(text)
  const host = (parts[1] ?? '')
    .slice((parts[1] ?? '').lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
  const path = trimName(parts[2] ?? '')
  return host === '' ? path : `${host}/${path.replace(/^\/+/, '')}`
}

function trimName(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  const text = path.slice(0, end)
  return text.endsWith('.git') && text.length > 4 ? trimSlash(text.slice(0, -4)) : text
}

function trimSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text
}
