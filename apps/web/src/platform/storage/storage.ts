/** Local storage may be blocked or full: reads return null and writes false; neither throws. */
export const readStored = (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null

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

export const clearStorage = (): void => {
  attempt(() => localStorage.clear())
  attempt(() => sessionStorage.clear())
}

function attempt<T>(work: () => T): T | undefined {
  try {
    // The build prerenders without a browser.
    return typeof localStorage === 'undefined' ? undefined : work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
