/** Local storage that a browser's settings may refuse or fill: reading gives null and writing reports false, never an exception. */
export const readStored = (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null

/** @returns whether it was kept */
export const writeStored = (key: string, value: string): boolean =>
  attempt(() => {
    localStorage.setItem(key, value)
    return true
  }) ?? false

export const removeStored = (...keys: readonly string[]): void => {
  attempt(() => {
    for (const key of keys) localStorage.removeItem(key)
  })
}

/** Empties local and session storage, as logging out does. */
export const clearStorage = (): void => {
  attempt(() => localStorage.clear())
  attempt(() => sessionStorage.clear())
}

function attempt<T>(work: () => T): T | undefined {
  try {
    // The build draws the first page where there is no browser at all.
    return typeof localStorage === 'undefined' ? undefined : work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
