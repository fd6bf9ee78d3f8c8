/**
 * Oldest supported browsers (spring and summer 2024): the first with light-dark(), `:has`, `@property`, popovers, CSS `round()`,
 * `Promise.withResolvers` and `AbortSignal.any`. The tests reject newer features.
 */
export const BROWSER_FLOOR = { chrome: '125', edge: '125', firefox: '128', safari: '17.5' } as const

export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(([name, version]) => `${name}${version}`)
