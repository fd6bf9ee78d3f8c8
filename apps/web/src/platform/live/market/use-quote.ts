import type { AssetDetails } from '@aerie/wire/market/market'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { startLive } from '../socket/live-client.ts'
import { figuresOf, onFigures } from './quotes.ts'
import { watchSymbol } from './watched.ts'

export type Quote = { readonly symbol: string; readonly price: number; readonly asOf: number; readonly quote: AssetDetails['quote'] }

/** The newest price; null before the first. Renders in the painter's frame, so that all places of a price agree. */
export function useQuote(symbol: string): Quote | null {
  const [quote, setQuote] = useState(() => readQuote(symbol))
  useEffect(() => {
    startLive()
    const release = watchSymbol(symbol)
    let frame = 0
    const take = () => setQuote((before) => renewed(before, readQuote(symbol)))
    const takeInFrame = () => {
      frame = 0
      // React would otherwise render after this frame.
      flushSync(take)
    }
    const stop = onFigures((changed) => {
      if (changed === symbol && frame === 0) frame = requestAnimationFrame(takeInFrame)
    })
    take()
    return () => {
      cancelAnimationFrame(frame)
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

const renewed = (before: Quote | null, next: Quote | null): Quote | null =>
  before?.symbol === next?.symbol && before?.price === next?.price && before?.asOf === next?.asOf && before?.quote === next?.quote
    ? before
    : next
