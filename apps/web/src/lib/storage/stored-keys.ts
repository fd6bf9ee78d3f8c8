/** Names of all that is in local storage; none where a browser's settings refuse it. */
export function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch (error) {
    if (error instanceof DOMException) return []
    throw error
  }
}
