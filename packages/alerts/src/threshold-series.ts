import { type Condition, firstPhase, type Level, type Phase, turnAt, watchOf } from './condition.ts'

/** Alert state, persisted across restarts. */
export type AlertState = {
  phase: Phase
  firedAt: number | undefined
  /** Cooldown start, epoch milliseconds; `untold`: the user has not been notified of the last firing; undefined: no cooldown. */
  coolingSince: number | 'untold' | undefined
  /** Number of firings; with series and time it identifies a firing. */
  firings: number
}

/** Alert on one series. */
export type SeriesAlert = {
  readonly id: string
  readonly condition: Condition
  readonly isRepeating: boolean
  readonly cooldownMs: number
  /** Cooldown start. `telling`: the notifier writes it into the state; until then the alert cannot fire again. */
  readonly cooldownFrom: 'firing' | 'telling'
  /** Epoch milliseconds; undefined: never. */
  readonly expiresAt: number | undefined
  readonly state: AlertState
}

/** State of an alert without values. */
export const freshState = (): AlertState => ({ phase: 'fresh', firedAt: undefined, coolingSince: undefined, firings: 0 })

/** Fired alert. */
export type Firing = {
  readonly id: string
  readonly at: number
  readonly value: number
  readonly threshold: number
  readonly number: number
}

/** Alerts of one series. A value without effect costs two comparisons, however many alerts; firings follow the order of the move. */
export type ThresholdSeries = {
  readonly add: (alert: SeriesAlert) => void
  readonly remove: (id: string) => void
  readonly count: () => number
  readonly isQuiet: (value: number) => boolean
  /** Appends firings of a finite value; one-shot and expired alerts are removed. `at`: epoch ms, non-decreasing. */
  readonly handle: (value: number, at: number, firings: Firing[]) => void
}

/** Creates an empty series. `onEnd` is called for alerts that ended by themselves: one-shot fired, or expired. */
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

  /** Removes and evaluates the reached alerts, nearest first, also from the opposite list. */
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
    handle(value, at, firings) {
      if (fresh.length > 0) takeFresh(value)
      if (!isQuiet(value)) judgeReached(value, at, firings)
    },
  }
}

function unwatch(list: ThresholdList<SeriesAlert>, side: 'rise' | 'fall', alert: SeriesAlert): void {
  const level = watchOf(alert.condition, alert.state.phase)[side]
  if (level !== undefined) list.remove(level, alert)
}

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

/** Whether the cooldown has passed (epoch ms); uses absolute distance, so a clock set back does not mute the alert. */
export function isCool({ coolingSince }: AlertState, { at, cooldownMs }: { readonly at: number; readonly cooldownMs: number }): boolean {
  if (coolingSince === undefined || cooldownMs === 0) return true
  return coolingSince !== 'untold' && Math.abs(at - coolingSince) >= cooldownMs
}

/** Sorted levels, nearest last: changes cost a binary search plus a shift, reaching the nearest one comparison. */
type ThresholdList<Item> = {
  /** Nearest level; an empty rising list has +Infinity, a falling one -Infinity. */
  nearest: number
  readonly add: (level: Level, item: Item) => void
  readonly remove: (level: Level, item: Item) => void
  readonly takeReached: (value: number) => Item | undefined
  readonly count: () => number
}

type Entry<Item> = { readonly key: number; readonly isInclusive: boolean; readonly item: Item }

function openThresholds<Item>(toward: 'rise' | 'fall'): ThresholdList<Item> {
  const sign = toward === 'rise' ? 1 : -1
  const entries: Entry<Item>[] = []
  const list: ThresholdList<Item> = {
    nearest: sign * Number.POSITIVE_INFINITY,
    add(level, item) {
      const entry = { key: sign * level.value, isInclusive: level.isInclusive, item }
      entries.splice(insertionIndex(entries, entry), 0, entry)
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

/** Insertion index: after entries reached later, before earlier entries of equal level. */
function insertionIndex(entries: readonly Entry<unknown>[], entry: Entry<unknown>): number {
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

function indexOf<Item>(entries: readonly Entry<Item>[], { key, isInclusive, item }: Entry<Item>): number {
  for (let index = insertionIndex(entries, { key, isInclusive, item }) - 1; index >= 0; index -= 1) {
    const other = entries[index]
    if (other?.item === item) return index
    if (other?.key !== key) return -1
  }
  return -1
}

const isMetNoEarlier = (other: Entry<unknown>, entry: Entry<unknown>): boolean =>
  other.key === entry.key ? !other.isInclusive || entry.isInclusive : other.key > entry.key
