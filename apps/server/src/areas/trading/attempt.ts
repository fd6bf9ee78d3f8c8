/** Runs `work` immediately; the returned function returns its result or throws its error. */
export function attempt<T>(work: () => T): () => T {
  try {
    const result = work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}
