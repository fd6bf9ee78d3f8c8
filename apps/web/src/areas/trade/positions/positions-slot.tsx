import { type Price as ExactPrice, priceText, size, sizeText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useId, useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { amountFigure, DASH, exactFigure, signedAmount, signedPercent, toneOf } from '../../../platform/format/figures.ts'
import { useIsWithoutPrices } from '../../../platform/live/market/market-status.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { ItemBoundary } from '../../../ui/states/error-boundary.tsx'
import { Columns, FigureCell, TableHead } from '../../../ui/table.tsx'
import { askForAlert } from '../../alerts/index.ts'
import {
  breakEven,
  breakEvenProblem,
  CLOSE_FRACTIONS,
  closePosition,
  instrumentsQuery,
  isLong,
  isWholeStop,
  Price,
  readInstrument,
  rearmStop,
  returnOnMargin,
  reversePosition,
  setStop,
  sizeFrom,
  stopsOf,
  useBusy,
  usePriceText,
} from '../../trading/index.ts'
import type { SlotProps } from '../../workspace/index.ts'
import { AccountFrame, EmptyPane } from '../account/account-frame.tsx'
import { RowButton, rowLink } from '../buttons.tsx'
import { MarginDialog } from './margin-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'

export function PositionsSlot({ selectCoin }: SlotProps) {
  useQuery(instrumentsQuery, queryClient)
  return (
    <AccountFrame what="positions">
      {({ positions, orders }) =>
        positions.size === 0 ? (
          <EmptyPane>No open positions. Positions appear here until they are closed.</EmptyPane>
        ) : (
          <div className="h-full overflow-auto">
            <table className="pane-table pane-cards num" aria-label="Open positions">
              <Columns widths={['14%', '8%', '8%', '13%', '9%', '14%', '17%']} />
              <TableHead titles={['Position', 'Entry', 'Mark', 'Unrealised', 'Liquidation', 'Margin', 'Stop', 'Close']} />
              <tbody>
                {[...positions.values()].map((position) => (
                  <ItemBoundary key={position.symbol} of={position} as={{ columns: 8 }}>
                    <PositionRow position={position} orders={orders} onSelect={selectCoin} />
                  </ItemBoundary>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </AccountFrame>
  )
}

const ACTIONS = 'inline-flex items-center gap-1 @max-[44rem]/slot:flex-wrap'

type PositionRowProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly onSelect: (symbol: string) => void
}

function PositionRow({ position, orders, onSelect }: PositionRowProps) {
  const { symbol, size: held, entry, mark, unrealised, liquidation_price, margin, mode, leverage } = position
  const isBusy = useBusy(({ of }) => of.has(symbol) || of.has('flatten'))
  const share = returnOnMargin(position)
  const isWithoutPrices = useIsWithoutPrices(symbol)
  return (
    <tr data-focus-row="" data-symbol={symbol} data-side={isLong(position) ? 'buy' : 'sell'} aria-busy={isBusy || undefined}>
      <td data-title="Position">
        <button type="button" className={rowLink} title={`Show ${symbol}`} onClick={() => onSelect(symbol)}>
          {symbol}
        </button>{' '}
        <span className="pane-side">
          {isLong(position) ? '▲ Long ' : '▼ Short '}
          <span translate="no">{exactFigure(held.replace('-', ''))}</span>
        </span>
      </td>
      <FigureCell data-title="Entry">
        <Price of={entry} symbol={symbol} />
      </FigureCell>
      <FigureCell data-title="Mark">
        <Price of={mark} symbol={symbol} />
        {isWithoutPrices && <span className="text-warning"> stale</span>}
      </FigureCell>
      <FigureCell data-title="Unrealised" data-tone={toneOf(unrealised)} title={unrealised ?? undefined}>
        {signedAmount(unrealised)}
        {share !== null && <span className="text-ink-3"> {signedPercent(share)}</span>}
      </FigureCell>
      <FigureCell data-title="Liquidation" title={liquidation_price === null ? 'Not liquidated at any price above 0.' : undefined}>
        {liquidation_price === null ? mark === null ? DASH : 'none' : <Price of={liquidation_price} symbol={symbol} />}
      </FigureCell>
      <td data-title="Margin" title={margin ?? undefined}>
        <span translate="no">{amountFigure(margin)}</span> <EditMargin position={position} text={`${mode} ${leverage}×`} />
      </td>
      <td data-title="Stop">
        <StopActions position={position} orders={orders} />
      </td>
      <td data-title="Close" className="pane-edge">
        <span className={ACTIONS}>
          {CLOSE_FRACTIONS.map(([fraction, text]) => (
            <RowButton
              key={fraction}
              aria-label={`Close ${fraction === '1' ? 'all' : text} of ${symbol} at market`}
              onClick={() => void closePosition(position, fraction)}
            >
              {text}
            </RowButton>
          ))}
          <RowButton
            aria-label={`Reverse ${symbol}`}
            title="Close and open the same size on the other side"
            onClick={() => void reversePosition(position)}
          >
            Reverse
          </RowButton>
          <RowButton aria-label={alertOnText(symbol)} title={alertOnText(symbol)} onClick={() => alertOn(position)}>
            <Bell size={14} aria-hidden="true" />
          </RowButton>
        </span>
      </td>
    </tr>
  )
}

function alertOn({ symbol, liquidation_price }: TradingPosition): void {
  const draft = liquidation_price === null ? { symbol } : ({ symbol, kind: 'liquidation', percent: '5' } as const)
  askForAlert(draft, 'your position')
}

function stopAt(position: TradingPosition, orders: PositionRowProps['orders'], to: ExactPrice): void {
  setStop(position, orders.values(), to).catch(reportError)
}

function StopActions({ position, orders }: Omit<PositionRowProps, 'onSelect'>) {
  const id = useId()
  const priceAt = usePriceText()
  const terms = readInstrument(position.symbol)
  const stops = stopsOf(position, orders.values())
  const whole = stops.find((stop) => isWholeStop(stop, position))
  const even = terms === null ? null : breakEven(position, terms)
  const problem = breakEvenProblem(position, even)
  return (
    <div className={ACTIONS}>
      <Unprotected position={position} />
      {whole !== undefined && (
        <span title="The stop of this position">
          <Price of={whole.trigger} symbol={position.symbol} />
        </span>
      )}
      <AddStop position={position} orders={orders} hasStop={whole !== undefined} />
      <Tooltip
        id={id}
        text={problem ?? breakEvenEffect(even === null ? 'the entry' : priceAt(priceText(even), position.symbol))}
        side="top"
      >
        <RowButton
          aria-label={`Break-even: the stop of ${position.symbol}`}
          aria-disabled={problem !== null || undefined}
          aria-describedby={id}
          onClick={() => problem === null && even !== null && stopAt(position, orders, even)}
        >
          Break-even
        </RowButton>
      </Tooltip>
      <PartStops stops={stops.filter((stop) => !isWholeStop(stop, position))} />
    </div>
  )
}

function Unprotected({ position }: Pick<PositionRowProps, 'position'>) {
  const priceAt = usePriceText()
  const { symbol, unprotected } = position
  if (unprotected === null) return null
  const amount = `${exactFigure(unprotected.size)} ${symbol}`
  const where = unprotected.trigger === null ? '' : ` at ${priceAt(unprotected.trigger, symbol)}`
  return (
    <>
      <span role="status" className="text-danger" title={`The stop${where} was triggered, but the book could not fill it.`}>
        Unprotected <span translate="no">{amount}</span>
      </span>
      <RowButton
        aria-label={`Re-arm the stop of ${symbol} for ${amount}`}
        title={`Places the stop${where} again for ${amount}. If the mark is beyond it, it trades at once.`}
        onClick={() => void rearmStop(position)}
      >
        Re-arm
      </RowButton>
    </>
  )
}

/** The text may wrap to two lines, the height of a row, so that the buttons beside it remain visible. */
function PartStops({ stops }: { readonly stops: readonly TradingOrder[] }) {
  const priceAt = usePriceText()
  const each = stops.map((stop) => `${priceAt(stop.trigger, stop.symbol)} for ${exactFigure(stop.size)}`)
  if (each.length === 0) return null
  const total = stops.reduce((sum, stop) => sum + (sizeFrom(stop.size) ?? 0n), 0n)
  return (
    <span
      className="w-min min-w-[9ch] whitespace-normal text-left text-11 text-ink-3 leading-[1.15]"
      title={`Stops for a part of this position: ${each.join(', ')}`}
    >
      {each.length === 1 ? each : `${each.length} stops for ${exactFigure(sizeText(size(total)))}`}
    </span>
  )
}

const alertOnText = (symbol: string) => `Alert on ${symbol}`

const breakEvenEffect = (text: string) => `Moves the stop to ${text}: no loss except fees.`

type AddStopProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly hasStop: boolean
}

function AddStop({ position, orders, hasStop }: AddStopProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <RowButton
        aria-label={hasStop ? `Move the stop of ${position.symbol}` : `Add stop to ${position.symbol}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {hasStop ? 'Move' : 'Add stop'}
      </RowButton>
      {isOpen && <StopDialog position={position} orders={orders} onClose={() => setOpen(false)} />}
    </>
  )
}

type EditMarginProps = {
  readonly position: TradingPosition
  readonly text: string
}

function EditMargin({ position, text }: EditMarginProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <RowButton
        title="Change leverage and margin"
        aria-label={`Leverage and margin of ${position.symbol}: ${text}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {text}
      </RowButton>
      {isOpen && <MarginDialog position={position} onClose={() => setOpen(false)} />}
    </>
  )
}
