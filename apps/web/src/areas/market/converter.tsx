import { convertAmount } from '@aerie/core/numbers/convert-amount'
import { numberText } from '@aerie/core/numbers/number-text'
import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { ageText } from '../../platform/live/market/age-text.ts'
import { ageMs, isStalePrice, useMarketClock, useMarketState } from '../../platform/live/market/market-status.ts'
import { type Quote, useQuote } from '../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../platform/live/market/use-asset-details.ts'
import { iconButtonStyle } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import { cx } from '../../ui/cx.ts'
import { FieldError } from '../../ui/forms/form-failure.tsx'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { BARE_COINS, coinsQuery } from './coins/coins-query.ts'

type Sides = {
  /** `top`: the side whose amount was typed; the other is computed. */
  readonly top: Unit
  readonly bottom: Unit
  readonly typed: 'top' | 'bottom'
  readonly text: string
}

export function Converter({ symbol }: { readonly symbol: string }) {
  const [sides, setSides] = useState<Sides>({ top: symbol, bottom: MONEY, typed: 'top', text: '1' })
  const { top, bottom, typed, text } = sides
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const prices = { top: useUnitQuote(top, bottom), bottom: useUnitQuote(bottom, top) }
  const other = typed === 'top' ? 'bottom' : 'top'
  const conversion = convert({ text, from: sides[typed], to: sides[other], fromPrice: prices[typed], toPrice: prices[other] })
  const quote = (prices.top ?? prices.bottom)?.quote ?? 'USD'
  const amountOf = (side: 'top' | 'bottom') => (side === typed ? text : conversion.kind === 'value' ? conversion.result : '')
  const type = (side: 'top' | 'bottom') => (next: string) => setSides({ ...sides, typed: side, text: next })
  const choose = (side: 'top' | 'bottom') => (unit: Unit) => setSides(withUnit(sides, side, unit))
  const units = [[MONEY, quote] as const, ...coins.map(({ symbol }) => [symbol, symbol] as const)]
  const error = conversion.kind === 'refused' ? conversion.message : undefined
  return (
    <div className="flex flex-col gap-2 p-3">
      <AmountField
        label={amountIn(unitName(top, quote))}
        amount={amountOf('top')}
        unit={top}
        units={units}
        error={typed === 'top' ? error : undefined}
        onAmount={type('top')}
        onUnit={choose('top')}
      />
      <div className="flex justify-center">
        <button
          type="button"
          aria-label="Swap the two sides"
          title="Swap the two sides"
          onClick={() => setSides({ ...sides, top: bottom, bottom: top, typed: other })}
          className={iconButtonStyle}
        >
          <ArrowUpDown size={16} aria-hidden="true" />
        </button>
      </div>
      <AmountField
        label={amountIn(unitName(bottom, quote))}
        amount={amountOf('bottom')}
        unit={bottom}
        units={units}
        error={typed === 'bottom' ? error : undefined}
        onAmount={type('bottom')}
        onUnit={choose('bottom')}
      />
      <RateFacts conversion={conversion} quotes={[prices.top, prices.bottom].filter(isQuote)} coins={[top, bottom].filter(isCoin)} />
    </div>
  )
}

/** Hooks cannot be conditional: for money it uses the opposite coin, which is watched anyway. */
function useUnitQuote(unit: Unit, opposite: Unit): Quote | null {
  const quote = useQuote(isCoin(unit) ? unit : opposite)
  return isCoin(unit) ? quote : null
}

function withUnit(sides: Sides, side: 'top' | 'bottom', unit: Unit): Sides {
  const opposite = side === 'top' ? 'bottom' : 'top'
  return sides[opposite] === unit ? { ...sides, [side]: unit, [opposite]: sides[side] } : { ...sides, [side]: unit }
}

const isCoin = (unit: Unit): boolean => unit !== MONEY
const isQuote = (quote: Quote | null): quote is Quote => quote !== null

const amountIn = (top: string) => `Amount in ${top}`

type RateFactsProps = { readonly conversion: Conversion; readonly quotes: readonly Quote[]; readonly coins: readonly string[] }

function RateFacts({ conversion, quotes, coins }: RateFactsProps) {
  useMarketClock()
  const source = useMarketState((state) => state.status?.source)
  const isStale = quotes.some(({ asOf, symbol }) => isStalePrice(asOf, symbol))
  return (
    <div className="flex min-h-14 flex-col gap-1 text-12 text-ink-2">
      <p translate="no" className={cx('num text-13', isStale ? 'text-ink-3' : 'text-ink-1')}>
        {conversion.kind === 'unknown' ? conversion.message : conversion.rate}
      </p>
      {quotes.length > 0 && (
        <p className={cx('num', isStale && 'text-warning')}>
          {`Last ${quotes.length === 1 ? 'price' : 'prices'}: ${quotes.map(quoteAge).join(', ')}`}
          {isStale && ' (stale)'}
          {source !== undefined && `. ${SOURCE_LABELS[source]}.`}
        </p>
      )}
      {coins.map((symbol) => (
        <CoinPrice key={symbol} symbol={symbol} />
      ))}
    </div>
  )
}

function quoteAge({ symbol, asOf }: Quote): string {
  const age = ageMs(asOf)
  return age === null ? symbol : `${symbol} ${ageText(age)} old`
}

function CoinPrice({ symbol }: { readonly symbol: string }) {
  const query = useAssetDetails(symbol)
  if (query.data?.price === null) return <p>{`There is no price of ${symbol} yet.`}</p>
  return query.data === undefined && <QueryNotice query={query} text={`The price of ${symbol} could not be loaded.`} role="alert" />
}

type AmountFieldProps = {
  readonly label: string
  readonly amount: string
  readonly unit: Unit
  readonly units: ReadonlyArray<readonly [unit: Unit, name: string]>
  readonly error: string | undefined
  readonly onAmount: (text: string) => void
  readonly onUnit: (unit: Unit) => void
}

function AmountField({ label, amount, unit, units, error, onAmount, onUnit }: AmountFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        <input
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          placeholder="—"
          onChange={(event) => onAmount(event.target.value)}
          onFocus={(event) => event.target.select()}
          className={`${inputStyle} num min-w-0 flex-1`}
        />
        <Select
          aria-label={`Currency of: ${label}`}
          value={unit}
          options={units}
          onChange={onUnit}
          className="min-h-10 w-28 shrink-0 rounded-md border border-line-input bg-surface-0 px-2 text-13 text-ink-1 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        />
      </div>
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

export const MONEY = 'money'
type Unit = string

type UnitPrice = { readonly price: number; readonly quote: string }

type ConversionInput = {
  readonly text: string
  readonly from: Unit
  readonly to: Unit
  /** Price of a coin; null while unknown. MONEY has none. */
  readonly fromPrice: UnitPrice | null
  readonly toPrice: UnitPrice | null
}

type Conversion =
  | { readonly kind: 'value'; readonly result: string; readonly rate: string }
  /** The text is not an amount; the rate is still valid. */
  | { readonly kind: 'refused'; readonly message: string; readonly rate: string }
  | { readonly kind: 'empty'; readonly rate: string }
  | { readonly kind: 'unknown'; readonly message: string }

const RATE_DIGITS = 6
/** Below this the product's number format would leave fewer than three digits. */
const SMALLEST_BY_RULE = 1e-6

const unitName = (unit: Unit, quote: string): string => (unit === MONEY ? quote : unit)

/** Converts the typed text. Never mixes prices in two currencies (dollars and a stablecoin, say). */
export function convert({ text, from, to, fromPrice, toPrice }: ConversionInput): Conversion {
  const quote = (fromPrice ?? toPrice)?.quote ?? ''
  const price = worth(from, fromPrice, quote)
  const against = worth(to, toPrice, quote)
  if (price === null || against === null) return { kind: 'unknown', message: 'Waiting for a price.' }
  if (price.quote !== against.quote) {
    return {
      kind: 'unknown',
      message: `${from} is priced in ${price.quote} and ${to} in ${against.quote}: there is no rate between them here.`,
    }
  }
  const rate = `1 ${unitName(from, quote)} = ${rateText(price.price, against.price)} ${unitName(to, quote)}`
  const typed = parseTypedNumber(text, { units: from === MONEY ? [...DOLLARS, quote] : [from] })
  if (typed.kind === 'empty') return { kind: 'empty', rate }
  if (typed.kind === 'wrong') return { kind: 'refused', message: typed.problem, rate }
  return { kind: 'value', result: convertAmount({ amount: typed.text, price: price.price, against: against.price }), rate }
}

const worth = (unit: Unit, price: UnitPrice | null, quote: string): UnitPrice | null => (unit === MONEY ? { price: 1, quote } : price)

function rateText(price: number, against: number): string {
  const rate = price / against
  return rate >= SMALLEST_BY_RULE ? numberText(rate) : convertAmount({ amount: '1', price, against }, RATE_DIGITS)
}
