import { checksOf, ticksOf } from '@aerie/wire/workspace/checklist'
import { type Check, type Checklist, MOST_CHECKS, MOST_COINS_KEPT } from '@aerie/wire/workspace/workspace'
import { placed } from '../reorder/list-edits.ts'

/** A change that says the same when it is done again, and on a checklist that another window has changed. */
export type ChecklistChange = (old: Checklist) => Checklist

const onItems =
  (change: (items: readonly Check[]) => readonly Check[]): ChecklistChange =>
  (old) => ({ ...old, items: [...change(checksOf(old))].slice(0, MOST_CHECKS) })

/** Puts an item before another, or last: a new one, a moved one, or one that was removed. */
export const placeCheck = (item: Check, before: string | null): ChecklistChange =>
  onItems((items) => {
    const present = items.find(({ id }) => id === item.id) ?? item
    const others = items.filter(({ id }) => id !== item.id)
    return placed([...others, present], present, others.find(({ id }) => id === before) ?? null)
  })

export const renameCheck = (renamed: string, text: string): ChecklistChange =>
  onItems((items) => items.map((item) => (item.id === renamed ? { ...item, text } : item)))

export const removeCheck = (gone: string): ChecklistChange => onItems((items) => items.filter(({ id }) => id !== gone))

/** Gives the user these items instead: null for those everybody starts with. */
export const replaceChecks =
  (items: Checklist['items']): ChecklistChange =>
  (old) => ({ ...old, items })

/** Ticks an item for a coin at a time, or takes the tick away. */
export const setTick =
  ({ symbol, id, at }: { readonly symbol: string; readonly id: string; readonly at: number | null }): ChecklistChange =>
  (old) => {
    const { [id]: _, ...others } = ticksOf(old, symbol)
    return withTicks(old, symbol, at === null ? others : { ...others, [id]: at })
  }

/** Gives a coin these ticks instead; none clears them. */
export const replaceTicks =
  (symbol: string, ticks: Readonly<Record<string, number>>): ChecklistChange =>
  (old) =>
    withTicks(old, symbol, ticks)

/** Where there is no room for one more coin, the one goes that was looked at longest ago. */
function withTicks(old: Checklist, symbol: string, ticks: Readonly<Record<string, number>>): Checklist {
  const { [symbol]: _, ...others } = old.ticks
  if (Object.keys(ticks).length === 0) return { ...old, ticks: others }
  const kept = Object.entries(others)
    .toSorted(([, a], [, b]) => newest(b) - newest(a))
    .slice(0, MOST_COINS_KEPT - 1)
  return { ...old, ticks: { ...Object.fromEntries(kept), [symbol]: { ...ticks } } }
}

const newest = (ticks: Readonly<Record<string, number>>): number => Math.max(0, ...Object.values(ticks))
