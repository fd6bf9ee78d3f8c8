import { listenerSet } from '@aerie/runtime/listener-set'
import type { AssetDetails, AssetRow, AssetsPage, RowStats, SourceKind, Tick } from '@aerie/wire/market/market'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from 'zustand/vanilla'
import { sendWatch, startLive } from '../socket/live-client.ts'

/** Current figures of one coin. Mutable and outside React: a tick only sets a field and requests a repaint. */
export type Figures = {
  readonly symbol: string
  price: number | null
  asOf: number | null
  quote: AssetRow['quote']
  /** As reported, with the price at that time: between reports the cap scales with the price. */
  marketCap: number | null
  marketCapPrice: number | null
  volume: number | null
  circulatingSupply: number | null
  totalSupply: number | null | undefined
  totalMarketCap: number | null | undefined
  totalMarketCapPrice: number | null
  closes: AssetRow['closes']
  /** Prices are historical but supplies are current: no recorded supplies exist. */
  hasTodaysSupply: boolean
}

/** A page this far behind a displayed price comes from a market whose clock was set back: another run or recording. */
const CLOCK_SET_BACK_MS = 60_000

const figures = new Map<string, Figures>()
/** Newest ticks of coins not yet known: their figures may be fetched from before the tick. */
const early = new Map<string, Tick>()
/** Limit on early ticks; more coins than any market here lists. */
const MOST_EARLY = 1_000
const changes = listenerSet<[symbol: string]>()
/** Source of the figures, and time of their newest price; 0 if there is none. */
const market = createStore<{ readonly source: SourceKind | null; readonly newest: number }>(() => ({ source: null, newest: 0 }))

export const figuresOf = (symbol: string): Figures | undefined => figures.get(symbol)

export const onFigures = changes.subscribe

export const newestPriceTime = (): number | null => market.getState().newest || null

/** Stores the rows of a page or board; newer prices are kept. */
export function applyPage(page: Pick<AssetsPage, 'data' | 'source' | 'as_of'>): void {
  const { source, newest } = market.getState()
  if (source === null) market.setState({ source: page.source })
  else if (source !== page.source || page.as_of < newest - CLOCK_SET_BACK_MS) reset(page.source)
  for (const row of page.data) changes.emit(takeReported(row.symbol, row).symbol)
}

export function applyDetails(details: AssetDetails): void {
  if (market.getState().source === null) market.setState({ source: details.source })
  const known = takeReported(details.ticker, details)
  known.totalSupply = details.totalSupply
  known.totalMarketCap = details.totalMarketCap
  known.totalMarketCapPrice = details.price
  changes.emit(known.symbol)
}

/** Applies ticks. Older ones are dropped; those of unknown coins are kept until the coin is known. */
export function applyTicks(ticks: readonly Tick[]): void {
  for (const tick of ticks) {
    const [symbol, price, asOf] = tick
    const known = figures.get(symbol)
    if (known === undefined) {
      if (early.size < MOST_EARLY) early.set(symbol, tick)
    } else if (takePrice(known, price, asOf)) changes.emit(symbol)
  }
}

export function applyStats(rows: readonly RowStats[]): void {
  for (const [symbol, marketCap, volume, close1h, close24h, close7d] of rows) {
    const known = figures.get(symbol)
    if (known === undefined) continue
    known.marketCap = marketCap
    known.marketCapPrice = known.price
    known.volume = volume
    known.closes = { '1h': close1h, '24h': close24h, '7d': close7d }
    changes.emit(symbol)
  }
}

export function reset(source: SourceKind): void {
  market.setState({ source, newest: 0 })
  figures.clear()
  early.clear()
}

type Reported = Pick<AssetRow, 'price' | 'as_of' | 'quote' | 'marketCap' | 'volume' | 'circulatingSupply' | 'closes'>

function takeReported(symbol: string, reported: Reported): Figures {
  const known = figures.get(symbol) ?? blank(symbol)
  takePrice(known, reported.price, reported.as_of)
  takeEarly(known)
  known.quote = reported.quote
  known.marketCap = reported.marketCap
  known.marketCapPrice = reported.price
  known.volume = reported.volume
  known.circulatingSupply = reported.circulatingSupply
  known.closes = reported.closes
  return known
}

function takeEarly(known: Figures): void {
  const tick = early.get(known.symbol)
  if (tick !== undefined && early.delete(known.symbol)) takePrice(known, tick[1], tick[2])
}

function takePrice(known: Figures, price: number | null, asOf: number | null): boolean {
  if (price === null || asOf === null) return false
  if (known.asOf !== null && asOf < known.asOf) return false
  known.price = price
  known.asOf = asOf
  if (asOf > market.getState().newest) market.setState({ newest: asOf })
  return true
}

function blank(symbol: string): Figures {
  const made: Figures = {
    symbol,
    price: null,
    asOf: null,
    quote: 'USD',
    marketCap: null,
    marketCapPrice: null,
    volume: null,
    circulatingSupply: null,
    totalSupply: undefined,
    totalMarketCap: undefined,
    totalMarketCapPrice: null,
    closes: { '1h': null, '24h': null, '7d': null },
    hasTodaysSupply: market.getState().source === 'replay',
  }
  figures.set(symbol, made)
  return made
}

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
