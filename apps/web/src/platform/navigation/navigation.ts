import { create } from 'zustand'
import { createStore } from 'zustand/vanilla'

type Options = { readonly replace?: boolean }
type Navigate = (path: string, options?: Options) => void

/** Window event, dispatched when the address has changed and before the new page is rendered. */
export const MOVED = 'aerie-moved'

const navigation = createStore<{ readonly navigate: Navigate }>(() => ({ navigate: (path) => location.assign(path) }))

export const bindNavigation = (navigate: Navigate): void => navigation.setState({ navigate })

export const goTo: Navigate = (path, options) => {
  const { navigate } = navigation.getState()
  return options === undefined ? navigate(path) : navigate(path, options)
}

/** Full page load, so nothing of this page stays in memory. */
export const openUrl = (path: string): void => location.assign(path)

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

type TourState = { readonly isOpen: boolean; readonly isAskedFor: boolean }

export const useTour = create<TourState>(() => ({ isOpen: false, isAskedFor: false }))

export const startTour = (): void => useTour.setState({ isOpen: true, isAskedFor: true })

export const offerTour = (): void => useTour.setState({ isOpen: true, isAskedFor: false })

export const closeTour = (): void => useTour.setState({ isOpen: false, isAskedFor: false })
