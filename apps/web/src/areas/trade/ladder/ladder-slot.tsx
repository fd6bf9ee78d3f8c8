import { groupingSteps } from '@aerie/core/market/order-book'
import { priceText } from '@aerie/core/numbers/units'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isElement } from '../../../platform/browser/is-element.ts'
import { paintBook, useBookPart, useBookState, useIsSyntheticBook } from '../../../platform/live/market/book.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { BookFrame, levelText } from '../../market/index.ts'
import {
  cancelOrder,
  changeTicket,
  type InstrumentState,
  levelPrice,
  ordersAt,
  quickOrder,
  restingOf,
  turnTicket,
  useArmed,
  useInstrument,
  useOpenOrders,
  useTradingState,
} from '../../trading/index.ts'
import type { SlotProps } from '../../workspace/index.ts'
import { type PriceLadderPainter, priceLadderPainter } from './price-ladder-painter.ts'

export const LadderSlot = ({ symbol }: SlotProps) => (
  <div className="order-book">
    <BookFrame
      symbol={symbol}
      what="ladder"
      noneText={`This market source has no order book for ${symbol}.`}
      skeleton={
        <div role="status" aria-label="Loading the ladder" className="book-skeleton">
          <SkeletonRows count={24} />
        </div>
      }
    >
      <PriceLadder key={symbol} symbol={symbol} />
    </BookFrame>
  </div>
)

const ROW_PX = 24
const DEFAULT_EACH = 12
const LEAST_EACH = 3

/** An order while armed; otherwise fills the ticket, switching it to this coin. */
function pressed(symbol: string, side: 'buy' | 'sell', drawn: number | undefined): void {
  const price = drawn === undefined ? null : levelPrice(symbol, drawn)
  if (price === null) return
  if (useArmed.getState().isArmed) return void quickOrder(symbol, { side, type: 'limit', price })
  turnTicket(symbol)
  changeTicket({ side, type: 'limit', price })
}

/** As a string, so that equal steps cause no re-render. */
const wideText = (snapshot: BookSnapshot | null): string => groupingSteps(snapshot?.bids[0]?.[0] ?? snapshot?.asks[0]?.[0] ?? 1).join(' ')

/** The tick size, and larger steps. */
function stepsOf(instrument: InstrumentState, wide: readonly number[]): readonly number[] {
  if (instrument.kind !== 'value') return wide
  const tick = Number(priceText(instrument.terms.tick))
  return [tick, ...wide.filter((step) => step > tick)]
}

function PriceLadder({ symbol }: { readonly symbol: string }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [box, measure] = useSize()
  const steps = stepsOf(useInstrument(symbol), useBookPart(symbol, wideText).split(' ').map(Number))
  const step = steps.find((each) => each === chosen) ?? steps[1] ?? steps[0] ?? 1
  const each = box === null ? DEFAULT_EACH : Math.max(LEAST_EACH, Math.floor((box.height / ROW_PX - 1) / 2))
  return (
    <>
      <label className="book-grouping">
        Step
        <Select value={step} options={steps.map((size) => [size, levelText([size])(size)])} onChange={setChosen} />
      </label>
      <p className="price-heads" aria-hidden="true">
        <span>Yours</span>
        <span>{`Bid (${symbol})`}</span>
        <span>Price</span>
        <span>{`Ask (${symbol})`}</span>
        <span>Yours</span>
      </p>
      <div ref={measure} className="price-ladder-box">
        <Ladder symbol={symbol} step={step} each={each} />
      </div>
    </>
  )
}

type LadderProps = { readonly symbol: string; readonly step: number; readonly each: number }

/** Static rows; their content is painted outside React. */
function Ladder({ symbol, step, each }: LadderProps) {
  const isArmed = useArmed((state) => state.isArmed)
  const title = useIsSyntheticBook(symbol) ? 'Synthetic price ladder' : 'Price ladder'
  const ladder = useRef<HTMLDivElement>(null)
  const painter = usePainter(ladder, { symbol, step, each })
  const priceAt = (place: number) => painter.current?.priceAt(place)
  const [cursor, onKeyDown] = useCursor(2 * each + 1, (at, act) => {
    const price = priceAt(at)
    if (act !== 'cancel') pressed(symbol, act, price)
    else if (price !== undefined) for (const side of ['bid', 'ask'] as const) cancelAt({ symbol, side, price, step })
  })
  const [onPointerDown, pressOf] = useAim(priceAt)
  const acts = isArmed ? 'the left arrow buys, the right arrow sells' : 'the left arrow prepares a buy, the right arrow a sell'
  const hintText = () => ladderHint(title, symbol, acts, painter.current?.textAt(cursor) ?? 'no price')
  const onClick = (event: MouseEvent) => {
    const press = pressOf(event)
    if (press === null || press.price === undefined) return
    const { side, price } = press
    if (press.isOwn) cancelAt({ symbol, side, price, step })
    else pressed(symbol, side === 'bid' ? 'buy' : 'sell', price)
  }
  return (
    <div
      ref={ladder}
      translate="no"
      className="price-ladder num"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keyboard controls
      tabIndex={0}
      data-armed={isArmed || undefined}
      aria-label={hintText()}
      onFocus={() => ladder.current?.setAttribute('aria-label', hintText())}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onClick={onClick}
    >
      <Rows count={2 * each + 1} cursor={cursor} />
    </div>
  )
}

type PressedCell = { readonly place: number; readonly side: 'bid' | 'ask'; readonly isOwn: boolean }

function pressedCell({ target }: MouseEvent): PressedCell | null {
  const cell = isElement(target) ? target.closest('button') : null
  const row = cell?.closest<HTMLElement>('[data-place]') ?? null
  if (cell === null || row === null) return null
  return { place: Number(row.dataset.place), side: cell.dataset.side === 'bid' ? 'bid' : 'ask', isOwn: cell.className === 'own-cell' }
}

/** Captures the price at pointer down: the market may move before the button is released. */
function useAim(priceAt: (place: number) => number | undefined) {
  const began = useRef<{ readonly place: number; readonly price: number | undefined }>(null)
  const onPointerDown = (event: PointerEvent) => {
    const cell = pressedCell(event)
    began.current = cell === null ? null : { place: cell.place, price: priceAt(cell.place) }
  }
  const pressOf = (event: MouseEvent) => {
    const [cell, aimed] = [pressedCell(event), began.current]
    began.current = null
    if (cell === null) return null
    // A keyboard click has no pointer down.
    const isAimed = event.detail > 0 && aimed?.place === cell.place
    return { ...cell, price: isAimed ? aimed.price : priceAt(cell.place) }
  }
  return [onPointerDown, pressOf] as const
}

function cancelAt({ symbol, ...level }: Parameters<typeof ordersAt>[1]): void {
  const { view } = useTradingState.getState()
  for (const order of ordersAt(view?.orders.values() ?? [], { symbol, ...level })) void cancelOrder(order)
}

function usePainter(ladder: { readonly current: HTMLDivElement | null }, { symbol, step, each }: LadderProps) {
  const orders = useOpenOrders()
  const own = useMemo(() => restingOf(orders?.values() ?? [], symbol), [orders, symbol])
  const mine = useRef(own)
  const painter = useRef<PriceLadderPainter>(null)
  useLayoutEffect(() => {
    if (ladder.current === null) return
    painter.current = priceLadderPainter(ladder.current, { symbol, step, each, own: () => mine.current })
    return paintBook(symbol, ladder.current, painter.current.paint)
  }, [ladder, symbol, step, each])
  useLayoutEffect(() => {
    mine.current = own
    const snapshot = useBookState.getState().snapshots.get(symbol)
    if (snapshot?.state === 'known') painter.current?.paint(snapshot)
  }, [own, symbol])
  return painter
}

const Rows = memo(({ count, cursor }: { readonly count: number; readonly cursor: number }) =>
  Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: fixed rows, identified by position
    <div key={place} data-place={place} className="price-row" data-at={place === cursor || undefined}>
      <OwnCell side="bid" />
      <SizeCell side="bid" />
      <span className="price-cell" />
      <SizeCell side="ask" />
      <OwnCell side="ask" />
    </div>
  )),
)

type CellProps = { readonly side: 'bid' | 'ask' }

const SizeCell = ({ side }: CellProps) => (
  <button type="button" tabIndex={-1} className="size-cell" data-side={side}>
    <i />
    <span />
  </button>
)

const OwnCell = ({ side }: CellProps) => (
  <span>
    <button type="button" tabIndex={-1} className="own-cell" data-side={side} hidden />
  </span>
)

const ACTS: Readonly<Record<string, 'buy' | 'sell' | 'cancel'>> = {
  ArrowLeft: 'buy',
  ArrowRight: 'sell',
  Delete: 'cancel',
  Backspace: 'cancel',
}
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Index relative to the middle, so that the cursor stays in place while the market moves. */
function useCursor(count: number, press: (at: number, act: 'buy' | 'sell' | 'cancel') => void) {
  const [away, setAway] = useState(0)
  const middle = count >> 1
  const at = Math.max(0, Math.min(count - 1, middle + away))
  const onKeyDown = (event: KeyboardEvent) => {
    const [step, act] = [STEPS[event.key], ACTS[event.key]]
    // With Alt or Ctrl these are browser shortcuts.
    if ((step ?? act) === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (step !== undefined) setAway(Math.max(-middle, Math.min(middle, away + step)))
    // Key repeat must not send another order.
    else if (act !== undefined && !event.repeat) press(at, act)
  }
  return [at, onKeyDown] as const
}

const ladderHint = (title: string, symbol: string, acts: string, text: string) =>
  `${title} of ${symbol}. Up and down choose a price, ${acts}, Delete cancels your orders there. At ${text}.`
