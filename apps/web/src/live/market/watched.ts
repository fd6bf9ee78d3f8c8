import { sendWatch } from '../socket/live-client.ts'

const held = new Map<string, number>()

/** Coins that something besides the page shows now. */
export const watchedSymbols = (): string[] => [...held.keys()]

/** Asks for the ticks of `symbol` for as long as something shows it; returns the way to stop. */
export function watchSymbol(symbol: string): () => void {
  held.set(symbol, (held.get(symbol) ?? 0) + 1)
  if (held.get(symbol) === 1) sendWatch()
  return () => {
    const left = (held.get(symbol) ?? 1) - 1
    if (left > 0) held.set(symbol, left)
    else held.delete(symbol)
    if (left === 0) sendWatch()
  }
}
