import type { AssetDetails } from '@aerie/wire/market'
import { useEffect, useState } from 'react'
import { startLive } from './live-client.ts'
import { figuresOf, onFigures } from './quotes.ts'
import { watchSymbol } from './watched.ts'

/** The newest price of a coin, as React sees it. */
export type Quote = { readonly symbol: string; readonly price: number; readonly asOf: number; readonly quote: AssetDetails['quote'] }

/** React hears of a price twice a second at most; what is faster paints by itself (docs/decisions/0070). */
export const QUOTE_EVERY_MS = 500

/** The newest price of `symbol`, watched for as long as the component is there; null before the first. */
export function useQuote(symbol: string): Quote | null {
  const [quote, setQuote] = useState(() => readQuote(symbol))
  useEffect(() => {
    startLive()
    const release = watchSymbol(symbol)
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      timer = undefined
      setQuote((before) => renewed(before, readQuote(symbol)))
    }
    const stop = onFigures((changed) => {
      if (changed === symbol) timer ??= setTimeout(take, QUOTE_EVERY_MS)
    })
    take()
    return () => {
      clearTimeout(timer)
      stop()
      release()
    }
  }, [symbol])
  return quote?.symbol === symbol ? quote : readQuote(symbol)
}

function readQuote(symbol: string): Quote | null {
  const known = figuresOf(symbol)
  if (known === undefined || known.price === null || known.asOf === null) return null
  return { symbol, price: known.price, asOf: known.asOf, quote: known.quote }
}

/** The same figures are the same object, so that nothing renders for them. */
const renewed = (before: Quote | null, next: Quote | null): Quote | null =>
  before?.symbol === next?.symbol && before?.price === next?.price && before?.asOf === next?.asOf && before?.quote === next?.quote
    ? before
    : next
