export const readSessionValue = (key: string): string | null => attempt(() => sessionStorage.getItem(key)) ?? null

export const writeSessionValue = (key: string, value: string): void => attempt(() => sessionStorage.setItem(key, value))

function attempt<T>(work: () => T): T | undefined {
  try {
    // The build prerenders without a browser.
    return typeof sessionStorage === 'undefined' ? undefined : work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
