import { groupingSteps } from '@aerie/core/order-book'
import { priceText } from '@aerie/core/units'
import type { BookSnapshot } from '@aerie/wire/charts'
import { type KeyboardEvent, useState } from 'react'
import { levelText } from '../../../market-views/depth/level-text.ts'
import { useArmed } from '../../../trading/armed.ts'
import { type InstrumentState, useInstrument } from '../../../trading/instruments.ts'
import { levelPrice } from '../../../trading/level-prices.ts'
import { quickOrder } from '../../../trading/quick-order.ts'
import { changeTicket } from '../../../trading/ticket/ticket-draft.ts'
import { useTrading } from '../../../trading/trading-store.ts'
import { useSize } from '../../../ui/use-size.ts'
import { OwnCell, SizeCell } from './ladder-cells.tsx'
import { priceRows } from './price-rows.ts'

const ROW_PX = 20
const DEFAULT_EACH = 12
const LEAST_EACH = 3

/** While armed it is an order; else it goes into the ticket. */
function pressed(symbol: string, side: 'buy' | 'sell', drawn: number | undefined): void {
  const price = drawn === undefined ? null : levelPrice(symbol, drawn)
  if (price === null) return
  if (useArmed.getState().isArmed) void quickOrder(symbol, { side, type: 'limit', price })
  else changeTicket({ side, type: 'limit', price })
}

/** The tick, and steps that are worth more of the screen. */
function stepsOf(instrument: InstrumentState, { bids, asks }: BookSnapshot): readonly number[] {
  const wide = groupingSteps(bids[0]?.[0] ?? asks[0]?.[0] ?? 1)
  if (instrument.kind !== 'value') return wide
  const tick = Number(priceText(instrument.terms.tick))
  return [tick, ...wide.filter((step) => step > tick)]
}

/** The prices around the middle of a book, the middle always in the centre. */
export function PriceLadder({ snapshot }: { readonly snapshot: BookSnapshot }) {
  const { symbol } = snapshot
  const [chosen, setChosen] = useState<number | null>(null)
  const [box, measure] = useSize()
  const steps = stepsOf(useInstrument(symbol), snapshot)
  const step = steps.find((each) => each === chosen) ?? steps[1] ?? steps[0] ?? 1
  const each = box === null ? DEFAULT_EACH : Math.max(LEAST_EACH, Math.floor((box.height / ROW_PX - 1) / 2))
  return (
    <>
      <label className="book-grouping">
        Step
        <select value={step} onChange={({ target }) => setChosen(Number(target.value))}>
          {steps.map((size) => (
            <option key={size} value={size}>
              {levelText([size])(size)}
            </option>
          ))}
        </select>
      </label>
      <div ref={measure} className="price-ladder-box">
        <Rows snapshot={snapshot} step={step} each={each} />
      </div>
    </>
  )
}

type RowsProps = { readonly snapshot: BookSnapshot; readonly step: number; readonly each: number }

function Rows({ snapshot, step, each }: RowsProps) {
  const { symbol } = snapshot
  const isArmed = useArmed((state) => state.isArmed)
  const orders = [...(useTrading().view?.orders.values() ?? [])]
  const rows = priceRows(snapshot, step, each)
  const most = Math.max(0, ...rows.map(({ bid, ask }) => Math.max(bid, ask)))
  const text = levelText(rows.map(({ price }) => price))
  const [cursor, onKeyDown] = useCursor(rows.length, (at, side) => pressed(symbol, side, rows[at]?.price))
  const price = rows[cursor]?.price
  const acts = isArmed ? 'left buys there, right sells' : 'left writes a buy there, right a sell'
  return (
    <div
      className="price-ladder num"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is worked with the keyboard
      tabIndex={0}
      data-armed={isArmed || undefined}
      aria-label={`Price ladder of ${symbol}. Up and down choose a price, ${acts}. At ${price === undefined ? 'no price' : text(price)}.`}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        <div
          key={row.price}
          className="price-row"
          data-at={index === cursor || undefined}
          data-empty={row.bid + row.ask === 0 || undefined}
        >
          <OwnCell symbol={symbol} side="bid" row={row} step={step} orders={orders} />
          <SizeCell
            side="bid"
            size={row.bid}
            most={most}
            words={`Buy at ${text(row.price)}`}
            onPress={() => pressed(symbol, 'buy', row.price)}
          />
          <span className="price-cell">{text(row.price)}</span>
          <SizeCell
            side="ask"
            size={row.ask}
            most={most}
            words={`Sell at ${text(row.price)}`}
            onPress={() => pressed(symbol, 'sell', row.price)}
          />
          <OwnCell symbol={symbol} side="ask" row={row} step={step} orders={orders} />
        </div>
      ))}
    </div>
  )
}

/** The row that the keyboard is on, counted from the middle so that it stays there while the market moves. */
function useCursor(count: number, press: (at: number, side: 'buy' | 'sell') => void) {
  const [away, setAway] = useState(0)
  const middle = count >> 1
  const at = Math.max(0, Math.min(count - 1, middle + away))
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
    if (step !== 0) setAway(Math.max(-middle, Math.min(middle, away + step)))
    else if (key === 'ArrowLeft') press(at, 'buy')
    else if (key === 'ArrowRight') press(at, 'sell')
    else return
    event.preventDefault()
  }
  return [at, onKeyDown] as const
}
