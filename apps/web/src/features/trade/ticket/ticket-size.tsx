import { SIZE_UNITS, type SizeUnit } from '@aerie/core/market/order-size'
import { notionalOf, type Price, type Size, sizeText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { memo } from 'react'
import { amountFigure, exactFigure } from '../../../platform/format/figures.ts'
import { changeTicket, type TicketDraft } from '../../../trading/ticket/ticket-draft.ts'
import { TicketInput } from './ticket-field.tsx'

type SizeProps = {
  readonly draft: TicketDraft
  readonly symbol: string
  readonly size: Size | null
  readonly entry: Price | null
  readonly problem: string | undefined
}

const SHARES = ['10', '25', '50', '75', '100'] as const

const unitText = (unit: SizeUnit, symbol: string): string =>
  ({ coin: symbol, usdc: 'USDC', equity: '% of equity', risk: '% at risk' })[unit]

/** How much: in coins, in USDC, as a share of the equity, or by what is lost at the stop. */
export const TicketSize = memo(({ draft, symbol, size, entry, problem }: SizeProps) => {
  return (
    <div className="ticket-size">
      <TicketInput
        label="Size"
        name="amount"
        value={draft.amount}
        problem={problem}
        onChange={(amount) => changeTicket({ amount })}
        unit={
          <select
            aria-label="Size unit"
            value={draft.unit}
            onChange={({ target }) => changeTicket({ unit: SIZE_UNITS.find((unit) => unit === target.value) ?? 'coin', amount: '' })}
          >
            {SIZE_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {unitText(unit, symbol)}
              </option>
            ))}
          </select>
        }
      />
      <fieldset translate="no" className="ticket-shares">
        <legend className="sr-only">Share of the equity</legend>
        {SHARES.map((share) => (
          <button
            key={share}
            type="button"
            className="num"
            aria-pressed={draft.unit === 'equity' && draft.amount === share}
            title={`${share}% of the equity as margin`}
            onClick={() => changeTicket({ unit: 'equity', amount: share })}
          >
            {share}%
          </button>
        ))}
      </fieldset>
      <p translate="no" className="ticket-worth num" aria-live="off">
        {size === null
          ? ' '
          : `${exactFigure(sizeText(size))} ${symbol}${entry === null ? '' : ` ≈ ${amountFigure(usdcText(usdcFloor(notionalOf(entry, size))))} USDC`}`}
      </p>
    </div>
  )
})
