import { MOST_WATCHED, MOST_WATCHLISTS, WATCHLIST_NAME_LENGTH, type Watchlist, type Watchlists } from '@aerie/wire/workspace/workspace'
import { placed } from '../reorder/list-edits.ts'

/** A change of all lists that says the same when it is done again, and on lists that another window has changed. */
export type ListsChange = (old: Watchlists) => Watchlists

const ofList =
  (id: string, change: (list: Watchlist) => Watchlist): ListsChange =>
  ({ lists }) => ({ lists: lists.map((list) => (list.id === id ? change(list) : list)) })

/** Adds coins at the end; those that are there stay where they are. No list takes more than it holds. */
export const addCoins = (id: string, added: readonly string[]): ListsChange =>
  ofList(id, (list) => ({ ...list, symbols: [...new Set([...list.symbols, ...added])].slice(0, MOST_WATCHED) }))

export const removeCoin = (id: string, symbol: string): ListsChange =>
  ofList(id, (list) => ({ ...list, symbols: list.symbols.filter((each) => each !== symbol) }))

/** Puts a coin before another, or last; also one that was taken away. */
export const placeCoin = (id: string, symbol: string, before: string | null): ListsChange =>
  ofList(id, (list) => ({ ...list, symbols: placed(list.symbols, symbol, before).slice(0, MOST_WATCHED) }))

export const renameList = (id: string, name: string): ListsChange => ofList(id, (list) => ({ ...list, name }))

/** Puts a list in at a place: a new one, or one that was deleted. */
export const putList =
  (list: Watchlist, at: number): ListsChange =>
  ({ lists }) =>
    lists.some(({ id }) => id === list.id) || lists.length >= MOST_WATCHLISTS ? { lists } : { lists: lists.toSpliced(at, 0, list) }

export const deleteList =
  (gone: string): ListsChange =>
  ({ lists }) => ({ lists: lists.filter(({ id }) => id !== gone) })

/** A name that no list has yet: `Watchlist`, then `Watchlist 2`. */
export function freeName({ lists }: Watchlists, wanted = 'Watchlist'): string {
  const names = new Set(lists.map(({ name }) => name))
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`
    const name = wanted.slice(0, WATCHLIST_NAME_LENGTH - suffix.length) + suffix
    if (!names.has(name)) return name
  }
}
