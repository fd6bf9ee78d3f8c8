import { nearestTick } from '@aerie/core/market/price-grid'
import type { Price } from '@aerie/core/numbers/units'
import { create } from 'zustand'
import { readInstrument } from '../account/instruments.ts'

/** Where a position's line was dropped: an exit there waits for confirmation, nothing is sent yet. */
export type PositionDrop = { readonly symbol: string; readonly to: Price }

export const usePositionDrop = create<{ readonly drop: PositionDrop | null }>(() => ({ drop: null }))

export function dropPosition(symbol: string, drawn: number): void {
  const terms = readInstrument(symbol)
  const to = terms === null ? null : nearestTick(drawn, terms.tick)
  if (to !== null) usePositionDrop.setState({ drop: { symbol, to } })
}

export const endPositionDrop = (): void => usePositionDrop.setState({ drop: null })
