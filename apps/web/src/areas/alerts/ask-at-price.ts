import { figuresOf } from '../../platform/live/market/quotes.ts'
import { askForAlert, pointedLevel } from './ask-for-alert.ts'

/** "Above" if the market is below the clicked price, else "below"; either way if the market price is unknown. */
export function askForAlertAt(symbol: string, price: number, filledBy: string): void {
  const now = figuresOf(symbol)?.price ?? null
  const direction = now === null || now === price ? 'cross' : price > now ? 'above' : 'below'
  askForAlert({ kind: 'price', symbol, level: pointedLevel(price), direction }, filledBy)
}
