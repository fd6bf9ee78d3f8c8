const KEY = 'next'
const HOME = '/'

export const loginPath = (path: string): string => {
  const back = safeReturnPath(path)
  return back === HOME ? '/auth/login' : `/auth/login?${new URLSearchParams({ [KEY]: back })}`
}

export const returnPath = (query: URLSearchParams): string => safeReturnPath(query.get(KEY) ?? HOME)

/** Open redirect guard: only same-site paths outside /auth are allowed; anything else leads Home. */
function safeReturnPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) return HOME
  const here = 'https://aerie.invalid'
  const url = URL.canParse(path, here) ? new URL(path, here) : null
  if (url?.origin !== here || /^\/auth(\/|$)/i.test(url.pathname)) return HOME
  return `${url.pathname}${url.search}${url.hash}`
}
