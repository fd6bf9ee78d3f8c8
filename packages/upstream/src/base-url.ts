const SECURE = { rest: 'https:', socket: 'wss:' } as const
const PLAIN = { rest: 'http:', socket: 'ws:' } as const

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Invalid address setting. The message names the setting but never contains the address: it may hold a secret. */
export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError'
}

/** Parses a base address; plain http and ws only for local servers. `name`: setting named in errors. @throws BaseUrlError */
export function parseBaseUrl(name: string, text: string, use: keyof typeof SECURE): URL {
  const url = URL.parse(text.trim())
  if (url === null) throw new BaseUrlError(`${name} is not an address`)
  if (url.username !== '' || url.password !== '') throw new BaseUrlError(`${name} must not hold a user or password`)
  if (url.search !== '' || url.hash !== '') throw new BaseUrlError(`${name} must end before any "?" or "#"`)
  const isPlainAllowed = url.protocol === PLAIN[use] && isLoopback(url.hostname)
  if (url.protocol !== SECURE[use] && !isPlainAllowed)
    throw new BaseUrlError(`${name} must start with ${SECURE[use]}// (${PLAIN[use]}// only for this machine, 127.0.0.1 or localhost)`)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** `root` plus a path, whether or not `root` has a path. */
export const joinPath = (root: URL, path: string): string => `${root.origin}${root.pathname.replace(/\/+$/, '')}${path}`
