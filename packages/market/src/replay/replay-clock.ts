import { type Clock, type EpochMs, elapsedMs, epochMs } from '@aerie/core/time'

/** Settings of a replay's clock. */
export type ReplayClockSettings = {
  /** The machine's. */
  readonly clock: Clock
  /** Market seconds that pass in a second while it plays. */
  readonly speed: number
  /** Where it stands until it runs; by default the machine's time. */
  readonly from?: EpochMs | undefined
  readonly isPaused?: boolean
}

/** A replay's clock. */
export type ReplayClock = ReturnType<typeof replayClock>

/** `machine`: monotonic time of the machine at `market`. */
type Anchor = { readonly market: number; readonly machine: number; readonly end: number }

/**
 * The market's clock of a recording: runs from `run` on at its speed, stands while it is paused, and stops at the end. It never goes back,
 * whatever the machine's clock does.
 *
 * @throws never
 */
export function replayClock({ clock, speed: firstSpeed, from, isPaused: startsPaused = false }: ReplayClockSettings) {
  let anchor: Anchor | undefined
  let [speed, isPaused] = [firstSpeed, startsPaused]
  let latest = 0
  const now = (): EpochMs => {
    if (anchor === undefined) return from ?? clock.now()
    const passed = isPaused ? 0 : (elapsedMs(clock) - anchor.machine) * speed
    latest = Math.max(latest, Math.min(anchor.end, Math.floor(anchor.market + passed)))
    return epochMs(latest)
  }
  const anchorAt = (market: number, end: number): void => {
    latest = market
    anchor = { market, machine: elapsedMs(clock), end }
  }
  /** What has passed so far stays passed. */
  const change = (work: () => void): void => {
    const market = now()
    work()
    if (anchor !== undefined) anchorAt(market, anchor.end)
  }
  const isAtEnd = (): boolean => anchor !== undefined && now() >= anchor.end
  return {
    now,
    isAtEnd,
    isPaused: (): boolean => isPaused,
    /** Market seconds that pass in a second now: 0 while it is paused and once it has ended. */
    speed: (): number => (isPaused || isAtEnd() ? 0 : speed),
    /** Market seconds that pass in a second while it plays. */
    playingSpeed: (): number => speed,
    /** Begins at `from`, to stop at `end`; epoch milliseconds. */
    run: ({ from: begin, end }: { readonly from: number; readonly end: number }): void => anchorAt(begin, end),
    pause: (): void => change(() => (isPaused = true)),
    play: (): void => change(() => (isPaused = false)),
    setSpeed: (next: number): void => change(() => (speed = next)),
    /** Pauses, and stands at a later moment; an earlier one changes nothing but the pause. */
    stepTo: (ms: number): void => {
      change(() => (isPaused = true))
      if (anchor !== undefined && ms > now()) anchorAt(Math.min(ms, anchor.end), anchor.end)
    },
  }
}
