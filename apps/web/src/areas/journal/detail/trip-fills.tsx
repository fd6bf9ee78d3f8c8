import type { TripDetail } from '@aerie/wire/journal/journal'
import { useState } from 'react'
import { Link } from 'react-router'
import { amountFigure, DASH, exactFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { Price } from '../../trading/index.ts'
import { type Excursion, endsText, isLeast } from '../excursion-text.ts'
import { exactText } from '../figure-text.ts'
import { TableScroll } from '../table/table-scroll.tsx'
import { resolutionText } from './excursions.tsx'
import { Part } from './fact-list.tsx'
import { marketSymbol } from './trip-window.ts'

export function TripFills({ trip }: { readonly trip: TripDetail }) {
  const [isFifo, setFifo] = useState(false)
  return (
    <Part title={isFifo ? 'First in, first out' : 'Fills'} trailing={<Switch isFifo={isFifo} onChange={setFifo} />}>
      {isFifo ? <Lots trip={trip} /> : <Fills trip={trip} />}
    </Part>
  )
}

const Switch = ({ isFifo, onChange }: { readonly isFifo: boolean; readonly onChange: (isFifo: boolean) => void }) => (
  <label className="flex min-h-8 items-center gap-1.5 text-12 text-ink-2">
    <input type="checkbox" checked={isFifo} onChange={({ target }) => onChange(target.checked)} /> First in, first out
  </label>
)

function Fills({ trip }: { readonly trip: TripDetail }) {
  const { fills, fill_count, account } = trip
  const coin = marketSymbol(trip)
  if (fills.length === 0) return <p className="text-12 text-ink-2">The file lists the trade without its fills.</p>
  return (
    <>
      <table className="trip-table num">
        <TableHead titles={['When', 'Side', 'Size', 'Price', 'Fee']} />
        <tbody>
          {fills.map(({ at, side, price, size, fee, fee_coin, seq, is_liquidation }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fill of a file has no other identity, and none moves
            <tr key={place} title={seq === null ? undefined : `event ${seq} of the account`}>
              <td>{exactText(Date.parse(at))}</td>
              <td>{`${side === 'buy' ? '▲' : '▼'} ${is_liquidation === true ? 'liquidated' : side === 'buy' ? 'bought' : 'sold'}`}</td>
              <FigureCell>{exactFigure(size)}</FigureCell>
              <FigureCell>
                <Price of={price} symbol={coin} />
              </FigureCell>
              <FigureCell title={fee ?? undefined}>{fee === null ? `${DASH} ${fee_coin}` : amountFigure(fee)}</FigureCell>
            </tr>
          ))}
        </tbody>
      </table>
      {fill_count > fills.length && <p className="num text-12 text-ink-2">{`The first ${fills.length} of ${fill_count} fills.`}</p>}
      {account !== null && (
        <p className="text-12">
          <Link to="/claw/trade" className="underline underline-offset-2">
            Evidence of each fill: Fills on Trade
          </Link>
        </p>
      )}
    </>
  )
}

function Lots({ trip }: { readonly trip: TripDetail }) {
  if (trip.lots.length === 0) return <p className="text-12 text-ink-2">No closed lots yet.</p>
  return (
    <>
      <LotsTable lots={trip.lots} coin={marketSymbol(trip)} isAtLeast={isLeast(trip)} />
      <p className="text-12 text-ink-2">{`MAE and MFE of each lot run from its own entry to its own exit. ${resolutionText(trip)}`}</p>
    </>
  )
}

type LotsTableProps = Pick<TripDetail, 'lots'> & { readonly coin: string | null; readonly isAtLeast: boolean }

const LotsTable = ({ lots, coin, isAtLeast }: LotsTableProps) => (
  <TableScroll>
    <table className="trip-table num">
      <TableHead titles={['Size', 'Entry', 'Exit', 'Gross', 'Fees', 'MAE', 'MFE']} />
      <tbody>
        {lots.map(({ size, entry, exit, gross, fees, opened_at, closed_at, ...ends }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lot has no other identity, and none moves
          <tr key={place} title={`${exactText(Date.parse(opened_at))} to ${exactText(Date.parse(closed_at))}`}>
            <FigureCell>{exactFigure(size)}</FigureCell>
            <FigureCell>
              <Price of={entry} symbol={coin} />
            </FigureCell>
            <FigureCell>
              <Price of={exit} symbol={coin} />
            </FigureCell>
            <FigureCell data-tone={toneOf(gross)} title={gross}>
              {signedAmount(gross)}
            </FigureCell>
            <FigureCell title={fees}>{amountFigure(fees)}</FigureCell>
            <LotEnds of="mae" near={ends.mae} far={ends.mae_far} isAtLeast={isAtLeast} />
            <LotEnds of="mfe" near={ends.mfe} far={ends.mfe_far} isAtLeast={isAtLeast} />
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)

type LotEndsProps = { readonly of: Excursion; readonly near: string | null; readonly far: string | null; readonly isAtLeast: boolean }

function LotEnds({ of, near, far, isAtLeast }: LotEndsProps) {
  if (near === null) return <td>{DASH}</td>
  const ends = { near, far, of, isAtLeast }
  return <FigureCell title={endsText(ends, (end) => end)}>{endsText(ends, signedAmount)}</FigureCell>
}
