type Navigate = (path: string) => void

let navigate: Navigate = (path) => location.assign(path)

/** Lets code outside of React change the page; called by the router's root. */
export const bindNavigation = (given: Navigate): void => {
  navigate = given
}

/** Changes the page within the app. */
export const goTo = (path: string): void => navigate(path)

/** Loads `path` anew, so that nothing of this page stays in memory. */
export const leaveTo = (path: string): void => location.assign(path)
