export type Moment = { readonly day: number; readonly monotonic: number }

export const momentNow = (): Moment => ({ day: Date.now(), monotonic: performance.now() })

/** By wall clock, as some monotonic clocks stop during sleep; by the monotonic clock if the wall clock was set back before the moment. */
export const sinceMs = ({ day, monotonic }: Moment): number => {
  const passed = Date.now() - day
  return passed >= 0 ? passed : Math.max(0, performance.now() - monotonic)
}
