import { numberText, percentText } from '@aerie/core/numbers/number-text'
import { every } from '@aerie/runtime/ticker'
import type { SourceKind } from '@aerie/wire/market/market'
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { createPortal } from 'react-dom'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { dollars, type FigureName, figureValue, isMoney, whyUnknown } from '../../../platform/live/market/figure-text.ts'
import { ageMs, isStalePrice, useMarketState } from '../../../platform/live/market/market-status.ts'
import { type Figures, figuresOf, onFigures } from '../../../platform/live/market/quotes.ts'
import { CARD_ID, type ProvenanceTarget } from './provenance-target.ts'

type ProvenanceCardProps = { readonly target: ProvenanceTarget; readonly onClose: () => void }

const GAP_PX = 6
const EDGE_PX = 8

export function ProvenanceCard({ target, onClose }: ProvenanceCardProps) {
  const ref = useRef<HTMLDivElement>(null)
  useFreshness(target.symbol)
  useClosing(ref, onClose)
  useLayoutEffect(() => place(ref.current, target.element))
  useEffect(() => {
    const cell = target.element.closest('td, th, dd')
    cell?.setAttribute('aria-describedby', CARD_ID)
    return () => cell?.removeAttribute('aria-describedby')
  }, [target])
  const status = useMarketState((state) => state.status)
  const figures = figuresOf(target.symbol)
  if (figures === undefined) return null
  return createPortal(
    <div
      ref={ref}
      id={CARD_ID}
      role="tooltip"
      className="fixed z-60 w-max max-w-[min(320px,calc(100vw-16px))] rounded-md border border-line-strong bg-surface-2 px-3 py-2.5 text-12 text-ink-2 shadow-float"
      onPointerLeave={onClose}
    >
      <p>
        {FIGURE_TITLES[target.name]} · {target.symbol}
      </p>
      <p translate="no" className="num font-semibold text-13 text-ink-1">
        {fullFigure(figures, target.name)}
      </p>
      <dl className="mt-1.5 grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 [&_dt]:text-ink-3">
        <dt>How</dt>
        <dd>{howComputed(figures, target.name, status?.source)}</dd>
        <dt>Age</dt>
        <dd className="num">{ageSentence(figures.asOf, target.symbol)}</dd>
        <dt>Source</dt>
        <dd>{status?.detail ?? 'Not known yet'}</dd>
      </dl>
    </div>,
    // Within the page's landmark, so that landmark navigation finds it.
    document.getElementById('content') ?? document.body,
  )
}

function ageSentence(asOf: number | null, symbol: string): string {
  const age = asOf === null ? null : ageMs(asOf)
  if (asOf === null || age === null) return 'Not known'
  const time = new Date(asOf).toLocaleTimeString()
  return `${ageText(age)}${isStalePrice(asOf, symbol) ? ', stale' : ''} (price of ${time})`
}

/** Updates the card on each change and, for the age, each second. */
function useFreshness(symbol: string): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stopTicking = every(1000, again)
    const stop = onFigures((changed) => changed === symbol && again())
    return () => {
      stopTicking()
      stop()
    }
  }, [symbol])
}

/**
 * Escape closes the card before layers below receive the key, unless a dialog covers the card; scrolling and a touch elsewhere close it too.
 */
function useClosing(ref: { readonly current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const ended = new AbortController()
    const options = { signal: ended.signal, capture: true }
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        onClose()
        if (document.querySelector('dialog[open]') !== null) return
        event.preventDefault()
        event.stopPropagation()
      },
      options,
    )
    document.addEventListener(
      'pointerdown',
      ({ target }) => (target instanceof Node && ref.current?.contains(target)) || onClose(),
      options,
    )
    document.addEventListener('scroll', onClose, options)
    return () => ended.abort()
  }, [ref, onClose])
}

function place(card: HTMLElement | null, figure: HTMLElement): void {
  if (card === null) return
  const at = figure.getBoundingClientRect()
  const { width, height } = card.getBoundingClientRect()
  const below = at.bottom + GAP_PX
  const top = below + height + EDGE_PX <= innerHeight ? below : at.top - GAP_PX - height
  const left = Math.min(at.right - width, innerWidth - EDGE_PX - width)
  card.style.top = `${Math.max(EDGE_PX, top)}px`
  card.style.left = `${Math.max(EDGE_PX, left)}px`
}

const FIGURE_TITLES: Readonly<Record<FigureName, string>> = {
  price: 'Price',
  change1h: 'Change in 1 hour',
  change24h: 'Change in 24 hours',
  change7d: 'Change in 7 days',
  marketCap: 'Market cap',
  volume: 'Volume in 24 hours',
  volumeCoins: 'Volume in 24 hours, in coins',
  circulatingSupply: 'Circulating supply',
  totalMarketCap: 'Total market cap',
  totalSupply: 'Total supply',
}

const CLOSES = { change1h: ['1h', '1 hour'], change24h: ['24h', '24 hours'], change7d: ['7d', '7 days'] } as const

function fullFigure(figures: Figures, name: FigureName): string {
  const value = figureValue(figures, name)
  if (!value.known) return `Not known: ${whyUnknown(name)}.`
  if (name in CLOSES) return percentText(value.value)
  if (!isMoney(name)) return `${numberText(value.value)} ${figures.symbol}`
  return money(figures, value.value)
}

/** Supplies that no venue reports: approximate, from our catalogue, whatever time is replayed or simulated. */
const CATALOGUE = 'our catalogue of 2025 to 2026'

/** How the figure was computed, in one sentence. Only a live market reports caps and supplies. */
export function howComputed(figures: Figures, name: FigureName, source: SourceKind | undefined): string {
  const isReported = source === 'live'
  switch (name) {
    case 'price':
      return 'The latest price of the source.'
    case 'change1h':
    case 'change24h':
    case 'change7d':
      return changeSentence(figures, name)
    case 'marketCap':
      return isReported ? 'As last reported, adjusted for the price since.' : `Price times the circulating supply in ${CATALOGUE}.`
    case 'totalMarketCap':
      return isReported ? 'Price times total supply, adjusted for the price since.' : `Price times the total supply in ${CATALOGUE}.`
    case 'volume':
      return 'Traded in the last 24 hours.'
    case 'volumeCoins':
      return 'The volume divided by the latest price.'
    case 'circulatingSupply':
      return isReported ? 'Coins in circulation, as reported.' : `Coins in circulation, approximately, from ${CATALOGUE}.`
    case 'totalSupply':
      return isReported ? 'All coins that exist, as reported.' : `All coins that can exist, approximately, from ${CATALOGUE}.`
  }
}

function changeSentence(figures: Figures, name: keyof typeof CLOSES): string {
  const [key, spanText] = CLOSES[name]
  const close = figures.closes[key]
  if (close === null || figures.price === null) return `The price compared with ${spanText} before.`
  return `${money(figures, figures.price)} now against ${money(figures, close)} ${spanText} before.`
}

const money = (figures: Figures, value: number): string =>
  `${dollars(figures)}${numberText(value)}${figures.quote === 'USD' ? '' : ` ${figures.quote}`}`
