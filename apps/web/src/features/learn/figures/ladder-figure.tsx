import '../../../market-views/depth/book-table.css'
import { cumulativeDepth, type Level } from '@aerie/core/market/order-book'
import { numberText } from '@aerie/core/numbers/number-text'
import type { LessonFigure } from '@aerie/wire/lessons'
import { useState } from 'react'
import { walkAsks } from './ladder-walk.ts'
import { Slider } from './slider.tsx'
import { unitText } from './unit-text.ts'

type LadderFigureProps = { readonly figure: Extract<LessonFigure, { kind: 'ladder' }> }

/** A book that a market buy is walked through; the levels that it takes are marked. */
export function LadderFigure({ figure: { bids, asks } }: LadderFigureProps) {
  const all = asks.reduce((sum, [, size]) => sum + size, 0)
  const [size, setSize] = useState(asks[0]?.[1] ?? 0)
  const { average, slippagePercent, left } = walkAsks(asks, size)
  const most = Math.ceil(all * 1.2)
  return (
    <div className="learn-formula">
      <table className="book-table learn-ladder">
        <caption className="sr-only">Example order book</caption>
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col">Size</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(asks)
            .map((row) => <LadderRow key={row.price} row={row} side="ask" taken={Math.min(row.size, size - (row.total - row.size))} />)
            .toReversed()}
          {rowsOf(bids).map((row) => (
            <LadderRow key={row.price} row={row} side="bid" taken={0} />
          ))}
        </tbody>
      </table>
      <Slider
        label="Buy at the market"
        input={{ unit: 'coins', least: most / 100, most, step: most / 100 }}
        value={size}
        onChange={setSize}
      />
      <dl>
        <Fact name="Average price" text={average === null ? 'none' : unitText(average, 'usd')} />
        <Fact name="Slippage against the best ask" text={slippagePercent === null ? 'none' : unitText(slippagePercent, 'percent')} />
        {left > 1e-9 && <Fact name="Not filled" text={unitText(left, 'coins')} />}
      </dl>
    </div>
  )
}

type Row = { readonly price: number; readonly size: number; readonly total: number }
const rowsOf = (levels: readonly Level[]): Row[] =>
  cumulativeDepth(levels).map(({ price, total }, index) => ({ price, total, size: levels[index]?.[1] ?? 0 }))

type LadderRowProps = { readonly row: Row; readonly side: 'bid' | 'ask'; readonly taken: number }
const LadderRow = ({ row, side, taken }: LadderRowProps) => (
  <tr data-side={side} data-taken={taken > 1e-9 || undefined}>
    <td translate="no" className="num">
      {numberText(row.price)}
    </td>
    <td translate="no" className="num">
      {numberText(row.size)}
    </td>
    <td translate="no" className="num">
      {numberText(row.total)}
    </td>
  </tr>
)

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd translate="no" className="num">
      {text}
    </dd>
  </div>
)
