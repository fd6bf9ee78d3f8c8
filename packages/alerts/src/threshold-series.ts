import { type Condition, firstPhase, type Level, type Phase, turnAt, watchOf } from './condition.ts'

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

/**
 * Levels of one series in the order in which a move meets them, the nearest at the end: adding and removing costs a binary search and
 * a move of what lies nearer, meeting the nearest costs one comparison.
 */
type ThresholdList<Item> = {
  /** Value of the nearest level; plus infinity of a rising list without levels, minus infinity of a falling one. */
  nearest: number
  readonly add: (level: Level, item: Item) => void
  readonly remove: (level: Level, item: Item) => void
  /** Takes the nearest out if `value` reaches it. */
  readonly takeReached: (value: number) => Item | undefined
  readonly count: () => number
}

type Entry<Item> = { readonly key: number; readonly isInclusive: boolean; readonly item: Item }

/**
 * A list of levels that a rise (or a fall) passes.
 *
 * @throws never
 */
function openThresholds<Item>(toward: 'rise' | 'fall'): ThresholdList<Item> {
  const sign = toward === 'rise' ? 1 : -1
  const entries: Entry<Item>[] = []
  const list: ThresholdList<Item> = {
    nearest: sign * Number.POSITIVE_INFINITY,
    add(level, item) {
      const entry = { key: sign * level.value, isInclusive: level.isInclusive, item }
      entries.splice(placeOf(entries, entry), 0, entry)
      list.nearest = nearestOf(entries, sign)
    },
    remove(level, item) {
      const entry = { key: sign * level.value, isInclusive: level.isInclusive, item }
      const index = indexOf(entries, entry)
      if (index >= 0) entries.splice(index, 1)
      list.nearest = nearestOf(entries, sign)
    },
    takeReached(value) {
      const last = entries.at(-1)
      if (last === undefined || !isReached(last, sign * value)) return undefined
      entries.pop()
      list.nearest = nearestOf(entries, sign)
      return last.item
    },
    count: () => entries.length,
  }
  return list
}

const isReached = ({ key, isInclusive }: Entry<unknown>, move: number): boolean => move > key || (isInclusive && move === key)

const nearestOf = (entries: readonly Entry<unknown>[], sign: number): number => sign * (entries.at(-1)?.key ?? Number.POSITIVE_INFINITY)

/** Where an entry goes: behind those that are met later, and in front of those met as early that were there before. */
function placeOf(entries: readonly Entry<unknown>[], entry: Entry<unknown>): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = entries[middle]
    if (other !== undefined && isMetNoEarlier(other, entry)) low = middle + 1
    else high = middle
  }
  return low
}

/** Where an entry is among those of its level; -1 where it is not. */
function indexOf<Item>(entries: readonly Entry<Item>[], { key, isInclusive, item }: Entry<Item>): number {
  for (let index = placeOf(entries, { key, isInclusive, item }) - 1; index >= 0; index -= 1) {
    const other = entries[index]
    if (other?.item === item) return index
    if (other?.key !== key) return -1
  }
  return -1
}

const isMetNoEarlier = (other: Entry<unknown>, entry: Entry<unknown>): boolean =>
  other.key === entry.key ? !other.isInclusive || entry.isInclusive : other.key > entry.key
