import { MOST_WATCHED, MOST_WATCHLISTS, WATCHLIST_NAME_LENGTH, type Watchlist, type Watchlists } from '@aerie/wire/workspace/workspace'
import { placed } from '../reorder/use-reorder.ts'

/** Idempotent, and safe on lists that another window has changed. */
export type ListsChange = (old: Watchlists) => Watchlists

const ofList =
  (id: string, change: (list: Watchlist) => Watchlist): ListsChange =>
  ({ lists }) => ({ lists: lists.map((list) => (list.id === id ? change(list) : list)) })

/** Appends coins; existing ones keep their place. Respects the maximum list length. */
export const addCoins = (id: string, added: readonly string[]): ListsChange =>
  ofList(id, (list) => ({ ...list, symbols: [...new Set([...list.symbols, ...added])].slice(0, MOST_WATCHED) }))

export const removeCoin = (id: string, symbol: string): ListsChange =>
  ofList(id, (list) => ({ ...list, symbols: list.symbols.filter((each) => each !== symbol) }))

/** Moves or inserts a coin before another, or at the end. */
export const insertCoin = (id: string, symbol: string, before: string | null): ListsChange =>
  ofList(id, (list) => ({ ...list, symbols: placed(list.symbols, symbol, before).slice(0, MOST_WATCHED) }))

export const renameList = (id: string, name: string): ListsChange => ofList(id, (list) => ({ ...list, name }))

export const insertList =
  (list: Watchlist, at: number): ListsChange =>
  ({ lists }) =>
    lists.some(({ id }) => id === list.id) || lists.length >= MOST_WATCHLISTS ? { lists } : { lists: lists.toSpliced(at, 0, list) }

export const deleteList =
  (gone: string): ListsChange =>
  ({ lists }) => ({ lists: lists.filter(({ id }) => id !== gone) })

export function freeName({ lists }: Watchlists, wanted = 'Watchlist'): string {
  const names = new Set(lists.map(({ name }) => name))
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`
    const name = wanted.slice(0, WATCHLIST_NAME_LENGTH - suffix.length) + suffix
    if (!names.has(name)) return name
  }
}
