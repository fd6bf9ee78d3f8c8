/** Windows of the past that a volume is compared with, at most. */
export const VOLUME_WINDOWS = 20

/** What was traded of a coin, and how the present window of any length stands against those before it. */
export type VolumeRatio = {
  /** Keeps what a window of so many milliseconds is compared with, from now on. */
  readonly reach: (windowMs: number) => void
  /** @param at milliseconds since the epoch, never before the last */
  readonly hear: (volume: number, at: number) => void
  /** A volume from before what is known: of a time that was heard already, nothing is taken. */
  readonly recall: (volume: number, at: number) => void
  /**
   * @param windowMs no longer than the longest reach
   * @returns the ratio; undefined until one whole window lies before the present one, and where nothing was traded in those
   */
  readonly ratio: (windowMs: number) => number | undefined
}

const CUT_AT = 4_096
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Volume of the last `windowMs` (its oldest instant excluded) over the mean of the windows of the same length before it: as many as are
 * known whole, at most `VOLUME_WINDOWS`. Windows of all lengths share one list of sums.
 *
 * @throws never
 */
export function openVolumeRatio(): VolumeRatio {
  let sums = openSums()
  let longestMs = 0
  let startedAt: number | undefined
  /** Up to then volumes were forgotten. */
  let cutAt = NEVER
  /** Volumes from before, by their time, that are not among the sums yet. */
  const recalled = new Map<number, number>()

  /** Puts what was recalled in front of what was heard. */
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
    hear(volume, at) {
      // What is heard now was recalled as well: of an instant, one of the two counts.
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

/** Volumes in the order of their times, and what they come to up to each. */
function openSums() {
  const times: number[] = []
  /** Sum of all volumes up to and including each time. */
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
    /** Volume up to and including an instant. */
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
    /** What is kept one by one. */
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
