// @ts-check

export const SNAPSHOT = new URL('.gas-snapshot', import.meta.url)

/**
 * One line for each gas test, in order of their names.
 *
 * @param {readonly import('./run-forge.mjs').ForgeTest[]} tests
 */
export const gasLines = (tests) =>
  tests
    .filter(({ suite, isPassed }) => suite === 'GasTests' && isPassed)
    .map(({ suite, name, kind }) => `${suite}:${name} (gas: ${kind.Unit?.gas})`)
    .sort()
