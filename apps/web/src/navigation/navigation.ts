type Options = { readonly replace?: boolean }
type Navigate = (path: string, options?: Options) => void

/** Window event: the address has changed; dispatched before the new page is rendered. */
export const MOVED = 'aerie-moved'

let navigate: Navigate = (path) => location.assign(path)

/** Lets code outside of React change the page; called by the router's root. */
export const bindNavigation = (given: Navigate): void => {
  navigate = given
}

/** Changes the page within the app; with `replace`, Back does not come here again. */
export const goTo: Navigate = (path, options) => (options === undefined ? navigate(path) : navigate(path, options))

/** Loads `path` again, so that nothing of this page stays in memory. */
export const openUrl = (path: string): void => location.assign(path)
