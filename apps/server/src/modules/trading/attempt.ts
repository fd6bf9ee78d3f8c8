/** Does `work` now; the answer gives or throws what came of it. */
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
