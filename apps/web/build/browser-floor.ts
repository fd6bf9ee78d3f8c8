/**
 * The oldest browsers that the web app supports, from spring and summer 2024: the first with light-dark(), `:has`, `@property`, popovers,
 * `round()` in styles, `Promise.withResolvers` and `AbortSignal.any`. The tests refuse what they do not have.
 */
export const BROWSER_FLOOR = { chrome: '125', edge: '125', firefox: '128', safari: '17.5' } as const

/** The same as a build target. */
export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(([name, version]) => `${name}${version}`)
