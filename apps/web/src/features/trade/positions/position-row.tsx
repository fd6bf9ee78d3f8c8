import { type Price as ExactPrice, priceText, size, sizeText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { Bell } from 'lucide-react'
import { useId } from 'react'
import { amountFigure, DASH, exactFigure, signedAmount, signedPercent, toneOf } from '../../../platform/format/figures.ts'
import { sizeFrom } from '../../../trading/account/exact.ts'
import { readInstrument, usePriceText } from '../../../trading/account/instruments.ts'
import { returnOnMargin } from '../../../trading/account/position-figures.ts'
import { Price } from '../../../trading/account/price.tsx'
import { CLOSE_FRACTIONS, closePosition, reversePosition, useBusy } from '../../../trading/orders/commands.ts'
import { breakEven, breakEvenProblem, isLong, isWholeStop, stopsOf } from '../../../trading/orders/stops.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { focusOnRemoval } from '../focus-on-removal.ts'
import { AddStop } from './add-stop.tsx'
import { EditMargin } from './edit-margin.tsx'
import * as WORDS from './positions-words.ts'

type PositionRowProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly onSelect: (symbol: string) => void
}

/** One open position. */
export function PositionRow({ position, orders, onSelect }: PositionRowProps) {
  const { symbol, size: held, entry, mark, unrealised, liquidation_price, margin, mode, leverage } = position
  const isBusy = useBusy(({ of }) => of.has(symbol) || of.has('flatten'))
  const share = returnOnMargin(position)
  return (
    <tr ref={focusOnRemoval} data-symbol={symbol} data-side={isLong(position) ? 'buy' : 'sell'} aria-busy={isBusy || undefined}>
      <td data-title="Position">
        <button type="button" className="pane-link" title={WORDS.show(symbol)} onClick={() => onSelect(symbol)}>
          {symbol}
        </button>{' '}
        <span className="pane-side">
          {isLong(position) ? WORDS.long : WORDS.short}
          <span translate="no">{exactFigure(held.replace('-', ''))}</span>
        </span>
      </td>
      <td translate="no" data-title="Entry">
        <Price of={entry} symbol={symbol} />
      </td>
      <td translate="no" data-title="Mark">
        <Price of={mark} symbol={symbol} />
      </td>
      <td translate="no" data-title="Unrealised" data-tone={toneOf(unrealised)} title={unrealised ?? undefined}>
        {signedAmount(unrealised)}
        {share !== null && <span className="pane-sub"> {signedPercent(share)}</span>}
      </td>
      <td translate="no" data-title="Liquidation" title={liquidation_price === null ? WORDS.neverLiquidated : undefined}>
        {liquidation_price === null ? mark === null ? DASH : 'none' : <Price of={liquidation_price} symbol={symbol} />}
      </td>
      <td data-title="Margin" title={margin ?? undefined}>
        <span translate="no">{amountFigure(margin)}</span> <EditMargin position={position} words={`${mode} ${leverage}×`} />
      </td>
      <td data-title="Close">
        <span className="pane-actions">
          {CLOSE_FRACTIONS.map(([fraction, text]) => (
            <button
              key={fraction}
              type="button"
              className="pane-button"
              aria-label={WORDS.closeAtMarket(fraction === '1' ? 'all' : text, symbol)}
              onClick={() => void closePosition(position, fraction)}
            >
              {text}
            </button>
          ))}
          <button
            type="button"
            className="pane-button"
            aria-label={WORDS.reverseOf(symbol)}
            title={WORDS.reverseEffect}
            onClick={() => void reversePosition(position)}
          >
            {WORDS.reverse}
          </button>
          <button
            type="button"
            className="pane-button"
            aria-label={WORDS.alertOn(symbol)}
            title={WORDS.alertOn(symbol)}
            onClick={() => alertOn(position)}
          >
            <Bell size={14} aria-hidden="true" />
          </button>
        </span>
      </td>
      <td data-title="Stop">
        <StopActions position={position} orders={orders} />
      </td>
    </tr>
  )
}

/** An alert on the price of a position, or before its liquidation where it has one. */
function alertOn({ symbol, liquidation_price }: TradingPosition): void {
  const draft = liquidation_price === null ? { symbol } : ({ symbol, kind: 'liquidation', percent: '5' } as const)
  import('../../../alerts/ask-for-alert.ts').then(({ askForAlert }) => askForAlert(draft, WORDS.yourPosition), reportError)
}

/** There as soon as the dialog of stops is, which is before anybody can press. */
function stopAt(position: TradingPosition, orders: PositionRowProps['orders'], to: ExactPrice): void {
  import('../../../trading/orders/exits.ts').then(({ putStop }) => putStop(position, orders.values(), to)).catch(reportError)
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
    <div className="pane-actions">
      {whole !== undefined && (
        <span title={WORDS.stopOfPosition}>
          <Price of={whole.trigger} symbol={position.symbol} />
        </span>
      )}
      <AddStop position={position} orders={orders} hasStop={whole !== undefined} />
      <Tooltip
        id={id}
        text={problem ?? WORDS.breakEvenEffect(even === null ? WORDS.theEntry : priceAt(priceText(even), position.symbol))}
        side="top"
      >
        <button
          type="button"
          className="pane-button"
          aria-label={WORDS.breakEvenOf(position.symbol)}
          aria-disabled={problem !== null || undefined}
          aria-describedby={id}
          onClick={() => problem === null && even !== null && stopAt(position, orders, even)}
        >
          {WORDS.breakEven}
        </button>
      </Tooltip>
      <PartStops stops={stops.filter((stop) => !isWholeStop(stop, position))} />
    </div>
  )
}

/** Stops for a part of the position: the one, or how many and for how much together; each of them on hover. */
function PartStops({ stops }: { readonly stops: readonly TradingOrder[] }) {
  const priceAt = usePriceText()
  const each = stops.map((stop) => WORDS.stopForPart(priceAt(stop.trigger, stop.symbol), exactFigure(stop.size)))
  if (each.length === 0) return null
  const total = stops.reduce((sum, stop) => sum + (sizeFrom(stop.size) ?? 0n), 0n)
  return (
    <span className="pane-sub pane-two-lines" title={WORDS.stopsOfParts(each.join(', '))}>
      {each.length === 1 ? each : WORDS.stopsForPart(each.length, exactFigure(sizeText(size(total))))}
    </span>
  )
}
