import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { type Price as ExactPrice, priceText, sizeText, usdcText } from '@aerie/core/numbers/units'
import { chanceOfTouching } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { type ReactNode, useId, useState } from 'react'
import { amountFigure, DASH, exactFigure, signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { chanceText, clockText, SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { horizonPrices, isPredicted, useForecast } from '../../forecast/index.ts'
import {
  type LiquidationDistance,
  liquidationDistance,
  NEAR_LIQUIDATION,
  type OrderContext,
  PREVIEWED_LEVERAGE,
  type PreviewState,
  Price,
  priceFrom,
  rewardToRisk,
  type TicketDraft,
  type TicketReading,
  type TicketTerms,
  type Triggered,
  triggeredBy,
  useTradingState,
} from '../../trading/index.ts'

const HOURS = 24

type RiskInput = {
  readonly draft: TicketDraft
  readonly reading: TicketReading
  readonly terms: TicketTerms
  readonly preview: PreviewState
}

type Chances = { readonly of: (level: ExactPrice) => string; readonly note: string }

export type TicketRiskState = {
  readonly symbol: string
  readonly exits: readonly Triggered[]
  readonly liquidation: LiquidationDistance | null
  readonly chances: Chances
  /** Null unless the order must be confirmed. */
  readonly near: { readonly isConfirmed: boolean; readonly confirm: (isOn: boolean) => void } | null
  /** Why it cannot be sent yet. */
  readonly refusal: string | null
}

/** What can happen to the order: its exits, the way to liquidation, and how likely both are within a day. */
export function useTicketRisk({ draft, reading, terms, preview }: RiskInput): TicketRiskState {
  const { symbol } = terms.instrument
  const entry = useTradingState(({ view }) => view?.positions.get(symbol)?.entry ?? null)
  const chances = useChances(symbol)
  const subject = `${symbol} ${draft.side} ${draft.leverage} ${draft.margin} ${draft.amount} ${draft.unit}`
  const [confirmed, setConfirmed] = useState<string | null>(null)
  // Confirmed for one order: any change, and its sending, asks again.
  if (confirmed !== null && confirmed !== subject) setConfirmed(null)
  const { order } = reading
  if (order === null) return { symbol, exits: [], liquidation: null, chances, near: null, refusal: null }
  const context: OrderContext = { order, reading, terms, preview: preview.preview, heldEntry: priceFrom(entry) }
  const liquidation = liquidationDistance(context)
  const isNear = liquidation?.isOpening === true && liquidation.share < NEAR_LIQUIDATION
  const isConfirmed = confirmed === subject
  const isAwaited =
    order.reduce_only !== true && Number(order.leverage ?? 0) >= PREVIEWED_LEVERAGE && !preview.isCurrent && preview.error === null
  return {
    symbol,
    exits: triggeredBy(context),
    liquidation,
    chances,
    near: isNear ? { isConfirmed, confirm: (isOn) => setConfirmed(isOn ? subject : null) } : null,
    refusal: isNear && !isConfirmed ? 'Confirm the warning about liquidation first.' : isAwaited ? 'Waiting for the preview…' : null,
  }
}

function useChances(symbol: string): Chances {
  const isKnown = isPredicted(symbol)
  const { forecast } = useForecast(symbol, HOURS, isKnown)
  if (!isKnown) return { of: () => DASH, note: `There is no forecast for ${symbol}: chances are not known.` }
  if (forecast === null) return { of: () => DASH, note: 'Chances are not known: there is no forecast now.' }
  const prices = horizonPrices(forecast)
  return { of: (level) => chanceText(chanceOfTouching(prices, forecast.anchor, Number(priceText(level)))), note: sourceNote(forecast) }
}

const sourceNote = ({ issued_at, source }: Forecast): string =>
  `Chances: twice that of ending beyond the price, by the forecast of ${clockText(issued_at)} (${SOURCE_NAMES[source]}).`

type TicketRiskProps = { readonly risk: TicketRiskState; readonly draft: TicketDraft }

/** Nothing until a complete order has an exit or a liquidation price. */
export function TicketRisk({ risk: { symbol, exits, liquidation, chances }, draft }: TicketRiskProps) {
  if (exits.length === 0 && liquidation === null) return null
  return (
    <div className="num border-line border-t pt-1">
      {exits.length > 0 && <TriggeredTable exits={exits} symbol={symbol} chances={chances} />}
      {exits.map((exit) => exit.name === 'Trigger' && <p key={exit.name}>{effectText(exit, draft, symbol)}</p>)}
      {liquidation !== null && (
        <dl className="flex justify-between whitespace-nowrap leading-[17px]">
          <dt className="text-ink-2">Liquidation away</dt>
          <dd translate="no">{`${shareText(liquidation.share)} · ${chances.of(liquidation.price)} in ${HOURS} h`}</dd>
        </dl>
      )}
      <p className="text-11 text-ink-3">{chances.note}</p>
    </div>
  )
}

type TriggeredTableProps = { readonly exits: readonly Triggered[]; readonly symbol: string; readonly chances: Chances }

const RESULT_NOTE = 'After both fees, if it fills at this price.'

function TriggeredTable({ exits, symbol, chances }: TriggeredTableProps) {
  const ratio = rewardToRisk(exits)
  const row = (title: string, read: (exit: Triggered) => ReactNode, hover?: string) => (
    <tr>
      <th scope="row" title={hover}>
        {title}
      </th>
      {exits.map((exit) => (
        <td key={exit.name} translate="no">
          {read(exit)}
        </td>
      ))}
    </tr>
  )
  return (
    <table className="ticket-table" aria-label="If triggered">
      <thead>
        <tr>
          <th scope="col">If triggered</th>
          {exits.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('Price', ({ at }) => (at === null ? `${DASH} trails` : <Price of={priceText(at)} symbol={symbol} />))}
        {row(
          'Result',
          ({ done }) => {
            if (done?.closes === 0n) return 'closes nothing'
            const result = typeof done?.result === 'bigint' ? usdcText(done.result) : null
            return <span data-tone={toneOf(result)}>{signedAmount(result)}</span>
          },
          RESULT_NOTE,
        )}
        {row('Fee', ({ done }) => amountFigure(done === null ? null : usdcText(done.fee)))}
        {exits.length > 1 && row('R', ({ name }) => (ratio === null ? DASH : name === 'Stop' ? `${MINUS}1.00` : ratioText(ratio)))}
        {row('Position after', ({ done }) => (done === null ? DASH : exactFigure(sizeText(done.after))))}
        {row(`Within ${HOURS} h`, ({ trigger }) => (trigger === null ? DASH : chances.of(trigger)), 'Chance that the price reaches it')}
      </tbody>
    </table>
  )
}

const ratioText = (ratio: number): string => `${ratio < 0 ? MINUS : '+'}${Math.abs(ratio).toFixed(2)}`
const shareText = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

/** What the order does when it triggers. */
function effectText({ trigger, done }: Triggered, { side, type, triggerBy, isReduceOnly }: TicketDraft, symbol: string): string {
  const isFalling = (side === 'sell') !== type.startsWith('take_profit')
  const source = triggerBy === 'mark' ? 'mark price' : 'last trade'
  const when =
    trigger === null ? `When the ${source} turns by the distance` : `When the ${source} ${isFalling ? 'falls' : 'rises'} to the trigger`
  const kind = type.endsWith('_limit') ? 'limit' : 'market'
  if (done === null) return `${when}, a ${kind} order is sent.`
  const closed = done.closes === 0n ? [] : [`closes ${exactFigure(sizeText(done.closes))} ${symbol} ${side === 'sell' ? 'long' : 'short'}`]
  const opened = done.opens === 0n ? [] : [`opens ${exactFigure(sizeText(done.opens))} ${symbol} ${side === 'sell' ? 'short' : 'long'}`]
  const effect = [...closed, ...opened].join(' and ')
  if (effect === '') return `${when}, nothing happens${isReduceOnly ? ': there is no position to reduce' : ''}.`
  return `${when}, a ${kind} order ${effect}.`
}

/** Must be confirmed before the order can be sent. */
export function LiquidationWarning({ risk: { near, liquidation, chances, symbol } }: { readonly risk: TicketRiskState }) {
  const id = useId()
  if (near === null || liquidation === null) return null
  const chance = chances.of(liquidation.price)
  return (
    <div className="mb-1.5 rounded-md border border-danger px-2 py-1.5" role="status">
      <p id={id}>
        <strong className="text-danger">{`Liquidation ${shareText(liquidation.share)} away: `}</strong>
        {chance === DASH ? `the chance is not known (${symbol} has no forecast now)` : `chance ${chance} within ${HOURS} h`}
      </p>
      <label className="flex min-h-7 items-center gap-1.5">
        <input type="checkbox" checked={near.isConfirmed} aria-describedby={id} onChange={({ target }) => near.confirm(target.checked)} />I
        accept this risk
      </label>
    </div>
  )
}
