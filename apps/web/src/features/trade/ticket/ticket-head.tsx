import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { memo } from 'react'
import { readWhole, TIMES } from '../../../lib/typed-decimal.ts'
import { heldSetting } from '../../../trading/account/held-setting.ts'
import { useTradingState } from '../../../trading/account/trading-store.ts'
import { ORDER_KINDS, ORDER_TYPES } from '../../../trading/ticket/order-kinds.ts'
import { changeTicket, type TicketDraft } from '../../../trading/ticket/ticket-draft.ts'
import { TicketInput } from './ticket-field.tsx'
import * as WORDS from './ticket-form-words.ts'

type HeadProps = { readonly draft: TicketDraft; readonly instrument: TradingInstrument; readonly problem: string | undefined }

const QUICK = ['limit', 'market'] as const
const MORE = ORDER_TYPES.filter((type) => !QUICK.some((quick) => quick === type))

/** Side, type, leverage and margin mode. */
export const TicketHead = memo(({ draft, instrument, problem }: HeadProps) => (
  <>
    <fieldset className="ticket-sides">
      <legend className="sr-only">{WORDS.side}</legend>
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
          {side === 'buy' ? WORDS.buyUp : WORDS.sellDown}
        </label>
      ))}
    </fieldset>
    <fieldset className="ticket-types">
      <legend className="sr-only">{WORDS.orderType}</legend>
      {QUICK.map((type) => (
        <button key={type} type="button" aria-pressed={draft.type === type} onClick={() => changeTicket({ type })}>
          {ORDER_KINDS[type].title}
        </button>
      ))}
      <select
        aria-label={WORDS.otherOrderTypes}
        value={MORE.some((type) => type === draft.type) ? draft.type : ''}
        data-chosen={MORE.some((type) => type === draft.type) || undefined}
        onChange={({ target }) => changeTicket({ type: MORE.find((type) => type === target.value) ?? 'limit' })}
      >
        <option value="" disabled>
          {WORDS.more}
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
          label={WORDS.leverage}
          name="leverage"
          value={draft.leverage}
          problem={problem}
          onChange={(leverage) => changeTicket({ leverage })}
          onStep={(steps) => changeTicket({ leverage: stepped(draft.leverage, steps, instrument.max_leverage) })}
          unit={<span className="num" title={WORDS.leverageLimit(instrument.max_leverage)}>{`× of ${instrument.max_leverage}`}</span>}
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
  const mode = draft.margin === 'isolated' ? WORDS.isolated : WORDS.cross
  if (isHeld) {
    return (
      <span className="ticket-mode" title={WORDS.marginModeHeld}>
        <span className="sr-only">{`${WORDS.marginMode}: `}</span>
        {mode}
      </span>
    )
  }
  return (
    <select
      aria-label={WORDS.marginMode}
      className="ticket-mode"
      value={draft.margin}
      title={WORDS.marginModeAbout}
      onChange={({ target }) => changeTicket({ margin: target.value === 'isolated' ? 'isolated' : 'cross' })}
    >
      <option value="cross">{WORDS.cross}</option>
      <option value="isolated">{WORDS.isolated}</option>
    </select>
  )
}

function stepped(text: string, steps: number, most: number): string {
  const now = readWhole(text, { least: 1, most, units: TIMES }) ?? 1
  return String(Math.max(1, Math.min(most, now + steps)))
}
