import { useEffect, useMemo, useState } from 'react'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { type BoardCoin, type BoardState, onBoard } from '../../../platform/live/market/board.ts'

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
