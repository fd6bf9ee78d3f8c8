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
