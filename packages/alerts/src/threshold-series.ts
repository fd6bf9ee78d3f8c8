import { type Condition, firstPhase, type Phase, turnAt, watchOf } from './condition.ts'
import { openThresholds, type ThresholdList } from './threshold-list.ts'

/** What is kept of an alert between two values, and over a restart. */
export type AlertState = {
  phase: Phase
  /** When it last fired, in milliseconds since the epoch; undefined where it never did. */
  firedAt: number | undefined
  /** From when its cool-down counts, as `firedAt`; `untold`: not yet, its user was not told of the last firing; undefined: it has none to wait for. */
  coolingSince: number | 'untold' | undefined
  /** How many times it has fired: with the series and the time it names a firing. */
  firings: number
}

/** An alert on one series. */
export type SeriesAlert = {
  readonly id: string
  readonly condition: Condition
  readonly isRepeating: boolean
  readonly cooldownMs: number
  /** Where its cool-down begins. `telling`: whoever tells the user writes it into the state; until then the alert does not fire again. */
  readonly cooldownFrom: 'firing' | 'telling'
  /** From then on it never fires; undefined: it does not expire. */
  readonly expiresAt: number | undefined
  readonly state: AlertState
}

/** The state of an alert that has seen nothing. */
export const freshState = (): AlertState => ({ phase: 'fresh', firedAt: undefined, coolingSince: undefined, firings: 0 })

/** An alert that fired. */
export type Firing = {
  readonly id: string
  /** Milliseconds since the epoch, of the value that fired it. */
  readonly at: number
  readonly value: number
  readonly threshold: number
  /** 1 for its first firing. */
  readonly number: number
}

/**
 * The alerts of one scalar series. A value that reaches no threshold costs two comparisons, however many alerts there are; one that
 * passes several fires them in the order in which the move met them.
 */
export type ThresholdSeries = {
  readonly add: (alert: SeriesAlert) => void
  readonly remove: (id: string) => void
  readonly count: () => number
  /** Whether a value ends nothing: to hear it would change nothing. */
  readonly isQuiet: (value: number) => boolean
  /**
   * Judges a value, and adds what fires to `firings`; alerts that fire once, or have expired, leave the series.
   *
   * @param value finite
   * @param at milliseconds since the epoch, never before the last
   */
  readonly hear: (value: number, at: number, firings: Firing[]) => void
}

/**
 * An empty series.
 *
 * @param onEnd hears of each alert that left by itself: it fired its only time, or had expired
 * @throws never
 */
export function openThresholdSeries(onEnd: (id: string) => void): ThresholdSeries {
  const rises = openThresholds<SeriesAlert>('rise')
  const falls = openThresholds<SeriesAlert>('fall')
  const alerts = new Map<string, SeriesAlert>()
  const fresh: SeriesAlert[] = []

  function watch(alert: SeriesAlert): void {
    const { rise, fall } = watchOf(alert.condition, alert.state.phase)
    if (rise !== undefined) rises.add(rise, alert)
    if (fall !== undefined) falls.add(fall, alert)
  }

  function settle(alert: SeriesAlert, isLeaving: boolean): void {
    if (isLeaving) {
      alerts.delete(alert.id)
      onEnd(alert.id)
    } else watch(alert)
  }

  /** Takes out and judges each alert that the value reaches, the nearest first; it leaves the other list, too. */
  function judgeReached(value: number, at: number, firings: Firing[]): void {
    for (let alert = rises.takeReached(value); alert !== undefined; alert = rises.takeReached(value)) {
      unwatch(falls, 'fall', alert)
      settle(alert, judge(alert, { value, at }, firings))
    }
    for (let alert = falls.takeReached(value); alert !== undefined; alert = falls.takeReached(value)) {
      unwatch(rises, 'rise', alert)
      settle(alert, judge(alert, { value, at }, firings))
    }
  }

  function takeFresh(value: number): void {
    for (const alert of fresh.splice(0)) {
      alert.state.phase = firstPhase(alert.condition, value)
      watch(alert)
    }
  }

  const isQuiet = (value: number): boolean => fresh.length === 0 && value < rises.nearest && value > falls.nearest

  return {
    add(alert) {
      alerts.set(alert.id, alert)
      if (alert.state.phase === 'fresh') fresh.push(alert)
      else watch(alert)
    },
    remove(id) {
      const alert = alerts.get(id)
      if (alert === undefined) return
      alerts.delete(id)
      if (alert.state.phase === 'fresh') fresh.splice(fresh.indexOf(alert), 1)
      else {
        unwatch(rises, 'rise', alert)
        unwatch(falls, 'fall', alert)
      }
    },
    count: () => alerts.size,
    isQuiet,
    hear(value, at, firings) {
      if (fresh.length > 0) takeFresh(value)
      if (!isQuiet(value)) judgeReached(value, at, firings)
    },
  }
}

function unwatch(list: ThresholdList<SeriesAlert>, side: 'rise' | 'fall', alert: SeriesAlert): void {
  const level = watchOf(alert.condition, alert.state.phase)[side]
  if (level !== undefined) list.remove(level, alert)
}

/** Moves one alert through all phases that the value ends; true where the alert is over. */
function judge(alert: SeriesAlert, { value, at }: { readonly value: number; readonly at: number }, firings: Firing[]): boolean {
  const { condition, state } = alert
  if (alert.expiresAt !== undefined && at >= alert.expiresAt) return true
  for (;;) {
    const turn = turnAt(condition, state.phase, { value, isCool: isCool(state, { at, cooldownMs: alert.cooldownMs }) })
    if (turn === undefined) return false
    state.phase = turn.phase
    if (!turn.isFiring) continue
    state.firedAt = at
    state.coolingSince = alert.cooldownFrom === 'firing' ? at : 'untold'
    state.firings += 1
    firings.push({ id: alert.id, at, value, threshold: condition.level, number: state.firings })
    if (!alert.isRepeating) return true
  }
}

/**
 * Whether an alert may fire again at `at`, milliseconds since the epoch. A clock that was set back does not silence it: far before the
 * begin of its cool-down is as cool as far after.
 */
export function isCool({ coolingSince }: AlertState, { at, cooldownMs }: { readonly at: number; readonly cooldownMs: number }): boolean {
  if (coolingSince === undefined || cooldownMs === 0) return true
  return coolingSince !== 'untold' && Math.abs(at - coolingSince) >= cooldownMs
}
