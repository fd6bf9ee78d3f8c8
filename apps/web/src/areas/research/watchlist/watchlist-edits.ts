import { MOST_WATCHED, MOST_WATCHLISTS, WATCHLIST_NAME_LENGTH, type Watchlist, type Watchlists } from '@aerie/wire/workspace/workspace'
import { useEffect, useMemo, useState } from 'react'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { type BoardCoin, type BoardState, onBoard } from '../../../platform/live/market/board.ts'
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

/** Fields that do not change with the price. */
export type ListedCoin = Pick<BoardCoin, 'symbol' | 'name' | 'logo' | 'sparkline'>
type Listed = { readonly coins: readonly ListedCoin[]; readonly isReady: boolean; readonly error: ApiError | null }

/** Largest first, without figures: renders when coins or sparklines change, not on each price. */
export function useBoardCoins() {
  const [listed, setListed] = useState<Listed>({ coins: [], isReady: false, error: null })
  useEffect(() => onBoard((board) => setListed((before) => listedNow(before, board))), [])
  const bySymbol = useMemo(() => new Map(listed.coins.map((coin) => [coin.symbol, coin])), [listed.coins])
  return { ...listed, bySymbol }
}

function listedNow(before: Listed, board: BoardState): Listed {
  if (board.kind === 'failed') return before.isReady ? before : { coins: [], isReady: false, error: board.error }
  if (board.kind === 'loading') return before.error === null ? before : { ...before, error: null }
  return before.isReady && isSameList(before.coins, board.coins) ? before : { coins: board.coins, isReady: true, error: null }
}

const isSameList = (a: readonly ListedCoin[], b: readonly ListedCoin[]): boolean =>
  a.length === b.length && a.every(({ symbol, sparkline }, index) => symbol === b[index]?.symbol && sparkline === b[index]?.sparkline)
