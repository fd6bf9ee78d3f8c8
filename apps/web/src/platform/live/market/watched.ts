import { sendWatch } from '../socket/live-client.ts'

const held = new Map<string, number>()

export const watchedSymbols = (): string[] => [...held.keys()]

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
