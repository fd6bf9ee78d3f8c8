const KEY = 'next'
const HOME = '/'

/** Address of the login page that leads back to `path` (path and query on this site) afterwards. */
export const loginPath = (path: string): string => {
  const back = safeReturnPath(path)
  return back === HOME ? '/auth/login' : `/auth/login?${new URLSearchParams({ [KEY]: back })}`
}

/** Where a guest wanted to go, from the query of an /auth page; `/` when none is named. */
export const returnPath = (query: URLSearchParams): string => safeReturnPath(query.get(KEY) ?? HOME)

/** Only a path of this site that is not itself an /auth page may be returned to: a forged link leads Home. */
function safeReturnPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) return HOME
  const here = 'https://aerie.invalid'
  const url = URL.canParse(path, here) ? new URL(path, here) : null
  if (url?.origin !== here || /^\/auth(\/|$)/i.test(url.pathname)) return HOME
  return `${url.pathname}${url.search}${url.hash}`
}
