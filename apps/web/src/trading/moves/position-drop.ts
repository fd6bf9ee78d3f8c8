import { nearestTick } from '@aerie/core/market/price-grid'
import type { Price } from '@aerie/core/numbers/units'
import { create } from 'zustand'
import { readInstrument } from '../account/instruments.ts'

/** Where the line of a position was let go: an exit there waits for the user's word, nothing has been sent. */
export type PositionDrop = { readonly symbol: string; readonly to: Price }

/** The line of a position that was let go last, until it is answered; one at a time. */
export const usePositionDrop = create<{ readonly drop: PositionDrop | null }>(() => ({ drop: null }))

/** The line of a position was let go: at the nearest tick. */
export function dropPosition(symbol: string, drawn: number): void {
  const terms = readInstrument(symbol)
  const to = terms === null ? null : nearestTick(drawn, terms.tick)
  if (to !== null) usePositionDrop.setState({ drop: { symbol, to } })
}

/** It is answered, or nobody is there to answer it. */
export const endPositionDrop = (): void => usePositionDrop.setState({ drop: null })
