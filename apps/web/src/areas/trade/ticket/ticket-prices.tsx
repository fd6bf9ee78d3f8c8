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
import { TicketInput, TicketLine, unitSelect } from './ticket-field.tsx'

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
  slippage: () => '%',
  callback: ({ callbackUnit }) => (
    <select
      aria-label="Distance unit"
      className={unitSelect}
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
    <TicketLine key={field}>
      <TicketFigure {...props} field={field} />
      {field === 'price' && <BookPrices {...props} />}
    </TicketLine>
  )),
)

const BookPrices = ({ terms: { bestBid, bestAsk } }: PricesProps) => (
  <span className="flex flex-none gap-1">
    <BookPrice name="Bid" best={bestBid} />
    <BookPrice name="Ask" best={bestAsk} />
  </span>
)

const BookPrice = ({ name, best }: { readonly name: string; readonly best: QuotedTerms['bestBid'] }) => (
  <button
    type="button"
    className="min-h-[34px] rounded-md border border-line px-2 text-ink-2 hover:bg-surface-3 hover:text-ink-1 pointer-coarse:min-h-11"
    aria-disabled={best === null || undefined}
    title={`Use the best ${name.toLowerCase()}`}
    onClick={best === null ? undefined : () => changeTicket({ price: priceText(best) })}
  >
    {name}
  </button>
)
