import { stepTicks } from '@aerie/core/market/price-grid'
import { price, priceText } from '@aerie/core/numbers/units'
import { memo, type ReactNode } from 'react'
import { readTypedPrice } from '../../../platform/browser/typed-decimal.ts'
import {
  changeTicket,
  hasField,
  ORDER_KINDS,
  type Problems,
  type QuotedTerms,
  type TicketDraft,
  type TicketField,
} from '../../trading/index.ts'
import { TicketInput } from './ticket-field.tsx'

type PricesProps = { readonly draft: TicketDraft; readonly terms: QuotedTerms; readonly problems: Problems }

const LABELS: Readonly<Partial<Record<TicketField, string>>> = {
  price: 'Price',
  toPrice: 'To price',
  trigger: 'Trigger',
  callback: 'Distance',
  activation: 'Activation',
  legs: 'Orders',
  skew: 'Price skew',
  sizeSkew: 'Size skew',
  minutes: 'Minutes',
  slippage: 'Max slippage',
  takeProfit: 'Take profit',
  takeProfitPrice: 'TP limit',
  stopLoss: 'Stop loss',
  stopLossPrice: 'SL limit',
}
const PLACEHOLDERS: Readonly<Partial<Record<TicketField, string>>> = {
  activation: 'at once',
  slippage: '5',
  takeProfit: 'none',
  takeProfitPrice: 'market',
  stopLoss: 'none',
  stopLossPrice: 'market',
}
const NO_PRICE: ReadonlySet<TicketField> = new Set(['callback', 'slippage', 'legs', 'skew', 'sizeSkew', 'minutes'])

const UNITS: Readonly<Partial<Record<TicketField, (draft: TicketDraft) => ReactNode>>> = {
  slippage: () => <span aria-hidden="true">%</span>,
  callback: ({ callbackUnit }) => (
    <select
      aria-label="Distance unit"
      value={callbackUnit}
      onChange={({ target }) => changeTicket({ callback: '', callbackUnit: target.value === 'price' ? 'price' : 'percent' })}
    >
      <option value="percent">%</option>
      <option value="price">price</option>
    </select>
  ),
}

type OneProps = PricesProps & { readonly field: TicketField }

export function TicketFigure({ field, draft, terms, problems }: OneProps) {
  const step = (steps: number) => {
    const typed = readTypedPrice(draft[field])
    if (typed.kind === 'wrong') return
    const best = draft.side === 'buy' ? terms.bestBid : terms.bestAsk
    const start = typed.kind === 'value' ? price(typed.value) : best
    if (start !== null) changeTicket({ [field]: priceText(stepTicks(start, terms.instrument.tick, steps)) })
  }
  return (
    <TicketInput
      label={LABELS[field] ?? field}
      name={field}
      value={draft[field]}
      placeholder={PLACEHOLDERS[field]}
      problem={problems[field]}
      unit={UNITS[field]?.(draft)}
      onChange={(text) => changeTicket({ [field]: text })}
      onStep={NO_PRICE.has(field) ? undefined : step}
    />
  )
}

const MAIN = ['trigger', 'price', 'toPrice', 'legs', 'skew', 'sizeSkew', 'callback', 'activation', 'minutes'] as const

export const TicketPrices = memo((props: PricesProps) =>
  MAIN.filter((field) => hasField(ORDER_KINDS[props.draft.type], field)).map((field) => (
    <div key={field} className="ticket-line">
      <TicketFigure {...props} field={field} />
      {field === 'price' && <BookPrices {...props} />}
    </div>
  )),
)

function BookPrices({ terms }: PricesProps) {
  const { bestBid, bestAsk } = terms
  const take = (price: typeof bestBid) => (price === null ? undefined : () => changeTicket({ price: priceText(price) }))
  return (
    <span className="ticket-best">
      <button type="button" onClick={take(bestBid)} aria-disabled={bestBid === null || undefined} title="Use the best bid">
        Bid
      </button>
      <button type="button" onClick={take(bestAsk)} aria-disabled={bestAsk === null || undefined} title="Use the best ask">
        Ask
      </button>
    </span>
  )
}
