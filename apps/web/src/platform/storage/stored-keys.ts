export function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch (error) {
    if (error instanceof DOMException) return []
    throw error
  }
}
