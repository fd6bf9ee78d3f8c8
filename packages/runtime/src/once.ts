/**
 * Calls `work` on the first call and returns its result from then on. Failures are not kept: if `work` throws or its promise rejects,
 * the next call tries again.
 */
export function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined
  return () => {
    if (done !== undefined) return done.result
    const result = work()
    const mine = { result: result instanceof Promise ? (result.catch(forget) as T) : result } // `forget` only throws
    function forget(error: unknown): never {
      if (done === mine) done = undefined
      throw error
    }
    done = mine
    return mine.result
  }
}
