import { type Clock, type EpochMs, elapsedMs, epochMs } from '@aerie/core/time'

/** Settings of a replay clock. */
export type ReplayClockSettings = {
  readonly clock: Clock
  readonly speed: number
  /** Initial time until `run`; defaults to the machine's time. */
  readonly from?: EpochMs | undefined
  readonly isPaused?: boolean
}

/** Clock returned by {@link replayClock}. */
export type ReplayClock = ReturnType<typeof replayClock>

/** `machine`: monotonic machine time at `market`. */
type Anchor = { readonly market: number; readonly machine: number; readonly end: number }

/** Market clock of a recording, from `run` to its end unless paused. Never goes back, whatever the machine's clock does. */
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
  /** Re-anchors first, so that elapsed market time is preserved. */
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
    /** Current market seconds per second: 0 while paused and after the end. */
    speed: (): number => (isPaused || isAtEnd() ? 0 : speed),
    playingSpeed: (): number => speed,
    /** Runs from `from` to `end`, epoch milliseconds. */
    run: ({ from: begin, end }: { readonly from: number; readonly end: number }): void => anchorAt(begin, end),
    pause: (): void => change(() => (isPaused = true)),
    play: (): void => change(() => (isPaused = false)),
    setSpeed: (next: number): void => change(() => (speed = next)),
    /** Pauses and moves forward to `ms`; an earlier time only pauses. */
    stepTo: (ms: number): void => {
      change(() => (isPaused = true))
      if (anchor !== undefined && ms > now()) anchorAt(Math.min(ms, anchor.end), anchor.end)
    },
  }
}
