import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { type Quote, useQuote } from '../../live/market/use-quote.ts'
import { iconButtonStyle } from '../../ui/controls/icon-button.tsx'
import { BARE_COINS, coinsQuery } from '../coins/coins-query.ts'
import { AmountField } from './amount-field.tsx'
import { convert, MONEY, type Unit, unitName } from './conversion.ts'
import { RateFacts } from './rate-facts.tsx'

type Sides = {
  /** The side whose amount was typed, and the one that is worked out. */
  readonly top: Unit
  readonly bottom: Unit
  readonly typed: 'top' | 'bottom'
  readonly text: string
}

/** Turns an amount of a coin into money or another coin and back, at the newest prices; either amount can be typed. */
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
  const units = [{ unit: MONEY, name: quote }, ...coins.map((coin) => ({ unit: coin.symbol, name: coin.symbol }))]
  const error = conversion.kind === 'refused' ? conversion.words : undefined
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

/** A hook cannot be left out: for money the coin opposite is asked, which is watched anyway. */
function useUnitQuote(unit: Unit, opposite: Unit): Quote | null {
  const quote = useQuote(isCoin(unit) ? unit : opposite)
  return isCoin(unit) ? quote : null
}

/** Two equal sides are no conversion: the unit that was opposite comes over. */
function withUnit(sides: Sides, side: 'top' | 'bottom', unit: Unit): Sides {
  const opposite = side === 'top' ? 'bottom' : 'top'
  return sides[opposite] === unit ? { ...sides, [side]: unit, [opposite]: sides[side] } : { ...sides, [side]: unit }
}

const isCoin = (unit: Unit): boolean => unit !== MONEY
const isQuote = (quote: Quote | null): quote is Quote => quote !== null

const amountIn = (top: string) => `Amount in ${top}`
