import { figuresOf } from '../live/market/quotes.ts'
import { askForAlert, pointedLevel } from './ask-for-alert.ts'

/**
 * Opens the form of a price alert at a price that was pointed at: above where the price is below it now, else below. Without a price
 * it is for either way.
 */
export function askForAlertAt(symbol: string, price: number, filledBy: string): void {
  const now = figuresOf(symbol)?.price ?? null
  const direction = now === null || now === price ? 'cross' : price > now ? 'above' : 'below'
  askForAlert({ kind: 'price', symbol, level: pointedLevel(price), direction }, filledBy)
}
