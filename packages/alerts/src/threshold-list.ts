import type { Level } from './condition.ts'

/**
 * Levels of one series in the order in which a move meets them, the nearest at the end: adding and removing costs a binary search and
 * a move of what lies nearer, meeting the nearest costs one comparison.
 */
export type ThresholdList<Item> = {
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
export function openThresholds<Item>(toward: 'rise' | 'fall'): ThresholdList<Item> {
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
