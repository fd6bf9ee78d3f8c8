/**
 * Starts `start` for the first holder and calls the stop function it returned when the last holder releases.
 *
 * @returns hold function, which returns the release function; repeated releases have no effect
 */
export function whileHeld(start: () => () => void): () => () => void {
  const holders = new Set<object>()
  let stop: (() => void) | undefined
  return () => {
    const holder = {}
    holders.add(holder)
    stop ??= start()
    return () => {
      if (!holders.delete(holder) || holders.size > 0) return
      stop?.()
      stop = undefined
    }
  }
}
