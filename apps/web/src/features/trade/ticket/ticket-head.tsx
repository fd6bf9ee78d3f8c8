import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { memo } from 'react'
import { readWhole, TIMES } from '../../../lib/typed-decimal.ts'
import { heldSetting } from '../../../trading/account/held-setting.ts'
import { useTradingState } from '../../../trading/account/trading-store.ts'
import { ORDER_KINDS, ORDER_TYPES } from '../../../trading/ticket/order-kinds.ts'
import { changeTicket, type TicketDraft } from '../../../trading/ticket/ticket-draft.ts'
import { TicketInput } from './ticket-field.tsx'

type HeadProps = { readonly draft: TicketDraft; readonly instrument: TradingInstrument; readonly problem: string | undefined }

const QUICK = ['limit', 'market'] as const
const MORE = ORDER_TYPES.filter((type) => !QUICK.some((quick) => quick === type))

/** Side, type, leverage and margin mode. */
export const TicketHead = memo(({ draft, instrument, problem }: HeadProps) => (
  <>
    <fieldset className="ticket-sides">
      <legend className="sr-only">Side</legend>
      {(['buy', 'sell'] as const).map((side) => (
        <label key={side} data-side={side} data-chosen={draft.side === side || undefined}>
          <input
            type="radio"
            name="side"
            value={side}
            checked={draft.side === side}
            onChange={() => changeTicket({ side })}
            className="sr-only"
          />
          {side === 'buy' ? 'Buy ▲' : 'Sell ▼'}
        </label>
      ))}
    </fieldset>
    <fieldset className="ticket-types">
      <legend className="sr-only">Order type</legend>
      {QUICK.map((type) => (
        <button key={type} type="button" aria-pressed={draft.type === type} onClick={() => changeTicket({ type })}>
          {ORDER_KINDS[type].title}
        </button>
      ))}
      <select
        aria-label="Other order types"
        value={MORE.some((type) => type === draft.type) ? draft.type : ''}
        data-chosen={MORE.some((type) => type === draft.type) || undefined}
        onChange={({ target }) => changeTicket({ type: MORE.find((type) => type === target.value) ?? 'limit' })}
      >
        <option value="" disabled>
          More
        </option>
        {MORE.map((type) => (
          <option key={type} value={type}>
            {ORDER_KINDS[type].title}
          </option>
        ))}
      </select>
    </fieldset>
    {!draft.isReduceOnly && (
      <div className="ticket-line">
        <TicketInput
          label="Leverage"
          name="leverage"
          value={draft.leverage}
          problem={problem}
          onChange={(leverage) => changeTicket({ leverage })}
          onStep={(steps) => changeTicket({ leverage: stepped(draft.leverage, steps, instrument.max_leverage) })}
          unit={<span className="num" title={`At most ${instrument.max_leverage} times`}>{`× of ${instrument.max_leverage}`}</span>}
        />
        <MarginMode draft={draft} symbol={instrument.symbol} />
      </div>
    )}
  </>
))

type ModeProps = { readonly draft: TicketDraft; readonly symbol: string }

/** Cross or isolated: a choice until something is open in the market, and then as it is. */
function MarginMode({ draft, symbol }: ModeProps) {
  const isHeld = useTradingState(({ view }) => heldSetting(view, symbol) !== null)
  const mode = draft.margin === 'isolated' ? 'Isolated' : 'Cross'
  if (isHeld) {
    return (
      <span className="ticket-mode" title="The margin mode stays as it is while this coin has a position or open orders.">
        <span className="sr-only">{`Margin mode: `}</span>
        {mode}
      </span>
    )
  }
  return (
    <select
      aria-label="Margin mode"
      className="ticket-mode"
      value={draft.margin}
      title="Cross: the whole account backs the position. Isolated: only its own margin does."
      onChange={({ target }) => changeTicket({ margin: target.value === 'isolated' ? 'isolated' : 'cross' })}
    >
      <option value="cross">Cross</option>
      <option value="isolated">Isolated</option>
    </select>
  )
}

function stepped(text: string, steps: number, most: number): string {
  const now = readWhole(text, { least: 1, most, units: TIMES }) ?? 1
  return String(Math.max(1, Math.min(most, now + steps)))
}
