/** Windows of the past that a volume is compared with, at most. */
export const VOLUME_WINDOWS = 20

/** Volume of the present window against that of the windows before it. */
export type VolumeRatio = {
  /**
   * @param at milliseconds since the epoch, never before the last
   * @returns the ratio; undefined until one whole window lies before the present one, and where nothing was traded in those
   */
  readonly hear: (volume: number, at: number) => number | undefined
}

/**
 * Volume of the last `windowMs` (its oldest instant excluded) over the mean of the windows of the same length before it: as many as are
 * known whole, at most `VOLUME_WINDOWS`.
 *
 * @throws never
 */
export function openVolumeRatio(windowMs: number): VolumeRatio {
  const times: number[] = []
  /** Sum of all volumes up to and including each time. */
  const totals: number[] = []
  let head = 0
  let startedAt: number | undefined
  let total = 0
  let dropped = 0

  /** Volume up to and including an instant. */
  function totalAt(instant: number): number {
    let low = head
    let highest = times.length
    while (low < highest) {
      const middle = (low + highest) >>> 1
      if ((times[middle] ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1
      else highest = middle
    }
    return low === head ? dropped : (totals[low - 1] ?? dropped)
  }

  function forget(until: number): void {
    while ((times[head] ?? Number.POSITIVE_INFINITY) <= until) {
      dropped = totals[head] ?? dropped
      head += 1
    }
    if (head < 4_096) return
    times.splice(0, head)
    totals.splice(0, head)
    head = 0
  }

  return {
    hear(volume, at) {
      startedAt ??= at
      total += volume
      times.push(at)
      totals.push(total)
      const windows = Math.min(VOLUME_WINDOWS, Math.floor((at - windowMs - startedAt) / windowMs))
      forget(at - (VOLUME_WINDOWS + 1) * windowMs)
      if (windows < 1) return undefined
      const presentFrom = totalAt(at - windowMs)
      const before = (presentFrom - totalAt(at - (windows + 1) * windowMs)) / windows
      return before > 0 ? (total - presentFrom) / before : undefined
    },
  }
}
