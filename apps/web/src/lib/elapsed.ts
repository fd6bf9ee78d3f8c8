/** A moment to measure from, by both clocks of the browser. */
export type Moment = { readonly day: number; readonly monotonic: number }

export const momentNow = (): Moment => ({ day: Date.now(), monotonic: performance.now() })

/**
 * Milliseconds since a moment. By the time of day, as the monotonic clock of some browsers stands still while the machine sleeps; where
 * that was set back behind the moment, by the monotonic clock.
 */
export const sinceMs = ({ day, monotonic }: Moment): number => {
  const passed = Date.now() - day
  return passed >= 0 ? passed : Math.max(0, performance.now() - monotonic)
}
