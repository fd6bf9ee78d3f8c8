/** Maximum number of past windows in the comparison. */
export const VOLUME_WINDOWS = 20

/** Traded volume of a coin, comparable over windows of any length. */
export type VolumeRatio = {
  readonly reach: (windowMs: number) => void
  /** `at`: epoch milliseconds, non-decreasing. */
  readonly handle: (volume: number, at: number) => void
  readonly recall: (volume: number, at: number) => void
  /** `windowMs` must not exceed the longest reach; undefined until one full earlier window exists, or if nothing was traded in those. */
  readonly ratio: (windowMs: number) => number | undefined
}

const CUT_AT = 4_096
const NEVER = Number.NEGATIVE_INFINITY

/** Volume in (now - `windowMs`, now] over the mean of the complete earlier windows, at most `VOLUME_WINDOWS`. */
export function openVolumeRatio(): VolumeRatio {
  let sums = openSums()
  let longestMs = 0
  let startedAt: number | undefined
  /** Volumes up to this time were dropped. */
  let cutAt = NEVER
  const recalled = new Map<number, number>()

  function join(): void {
    if (recalled.size === 0) return
    const entries = [...[...recalled].sort(([a], [b]) => a - b), ...sums.entries()]
    recalled.clear()
    sums = openSums()
    for (const [at, volume] of entries) sums.add(volume, at)
    startedAt = entries[0]?.[0]
    cutAt = NEVER
  }

  return {
    reach: (windowMs) => {
      longestMs = Math.max(longestMs, windowMs)
    },
    handle(volume, at) {
      // An instant that was also recalled counts once.
      for (const instant of recalled.keys()) if (instant >= at) recalled.delete(instant)
      join()
      startedAt ??= at
      sums.add(volume, at)
      const until = at - (VOLUME_WINDOWS + 1) * longestMs
      cutAt = Math.max(cutAt, until)
      sums.forget(until)
    },
    recall(volume, at) {
      if (startedAt === undefined || at < startedAt || at <= cutAt) recalled.set(at, volume)
    },
    ratio(windowMs) {
      const at = sums.lastAt()
      if (at === undefined || startedAt === undefined) return undefined
      const windows = Math.min(VOLUME_WINDOWS, Math.floor((at - windowMs - Math.max(startedAt, cutAt)) / windowMs))
      if (windows < 1) return undefined
      const presentFrom = sums.totalAt(at - windowMs)
      const before = (presentFrom - sums.totalAt(at - (windows + 1) * windowMs)) / windows
      return before > 0 ? (sums.totalAt(at) - presentFrom) / before : undefined
    },
  }
}

function openSums() {
  const times: number[] = []
  const totals: number[] = []
  let head = 0
  let total = 0
  let dropped = 0
  return {
    add(volume: number, at: number): void {
      total += volume
      times.push(at)
      totals.push(total)
    },
    lastAt: (): number | undefined => times.at(-1),
    totalAt(instant: number): number {
      let low = head
      let highest = times.length
      while (low < highest) {
        const middle = (low + highest) >>> 1
        if ((times[middle] ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1
        else highest = middle
      }
      return low === head ? dropped : (totals[low - 1] ?? dropped)
    },
    entries: (): (readonly [at: number, volume: number])[] =>
      times
        .slice(head)
        .map((at, index) => [at, (totals[head + index] ?? dropped) - (index === 0 ? dropped : (totals[head + index - 1] ?? dropped))]),
    forget(until: number): void {
      while ((times[head] ?? Number.POSITIVE_INFINITY) <= until) {
        dropped = totals[head] ?? dropped
        head += 1
      }
      if (head < CUT_AT) return
      times.splice(0, head)
      totals.splice(0, head)
      head = 0
    },
  }
}
