import { useEffect } from 'react'
import { showBook } from '../../live/market/book.ts'

/** Keeps the book of `symbol` coming while one tab that shows it gives way to another. */
export const useBookSubscription = (symbol: string, isShown: boolean): void =>
  useEffect(() => (isShown ? showBook(symbol) : undefined), [symbol, isShown])
