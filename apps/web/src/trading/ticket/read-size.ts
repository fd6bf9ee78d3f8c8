import {
  type NoSize,
  type Sized,
  type SizeTerms,
  sizeOfEquity,
  sizeOfRisk,
  sizeOfValue,
  USABLE_MARGIN,
  wholeLots,
} from '@aerie/core/market/order-size'
import { DECIMALS, fraction, magnitude, microUsdc, notionalOf, type Price, type Size, size, sizeText } from '@aerie/core/numbers/units'
import { readPercent, readTyped, readTypedUsdc, type Typed, WHOLE } from '../../lib/typed-decimal.ts'
import { ORDER_KINDS } from './order-kinds.ts'
import type { TicketDraft } from './ticket-draft.ts'
import { missing } from './ticket-problems.ts'
import type { TicketTerms } from './ticket-terms.ts'

/** What a size is read against. */
export type Sizing = {
  readonly terms: TicketTerms
  /** Where the order is expected to trade. */
  readonly entry: Price | null
  readonly stop: Price | null
  readonly leverage: bigint
}

/** A size in whole lots, or what is wrong with it; neither where the order follows a position that is not there. */
export type ReadSize = { readonly size: Size | null; readonly problem: string | null }

const NO_SIZE: Readonly<Record<NoSize, string>> = {
  'no-price': 'There is no price to calculate the size from. Enter one.',
  'no-equity': 'Your equity is not known yet.',
  'no-stop': 'Enter the stop-loss: the risk is the distance to it.',
  'stop-at-entry': 'The stop-loss is at the entry: nothing would be at risk.',
  'below-lot': 'This is less than the smallest size.',
}

const wrong = (problem: string): ReadSize => ({ size: null, problem })

/** Whether the order has no size of its own: a reduce-only trigger follows the whole position, as it changes. */
export const isFollower = ({ isReduceOnly, type, amount }: TicketDraft): boolean =>
  isReduceOnly && ORDER_KINDS[type].isTrigger && amount.trim() === ''

const isPercent = ({ unit }: TicketDraft): boolean => unit === 'equity' || unit === 'risk'

function readAmount(draft: TicketDraft, symbol: string): Typed {
  if (isPercent(draft)) return readPercent(draft.amount)
  if (draft.unit === 'coin') return readTyped(draft.amount, DECIMALS.size, { units: [symbol] })
  return readTypedUsdc(draft.amount)
}

/** Reads the size of the ticket in its unit. */
export function readSize(draft: TicketDraft, sizing: Sizing): ReadSize {
  const { instrument, held } = sizing.terms
  if (isFollower(draft)) return { size: held === 0n ? null : size(magnitude<bigint>(held)), problem: null }
  const typed = readAmount(draft, instrument.symbol)
  if (typed.kind === 'wrong') return wrong(typed.problem)
  if (typed.kind === 'empty') return wrong(missing('amount'))
  const problem = amountProblem(draft, typed.value, instrument.lot)
  if (problem !== null) return wrong(problem)
  const sized = sizedBy(draft, typed.value, sizing)
  if (!sized.ok) return wrong(NO_SIZE[sized.reason])
  return { size: sized.size, problem: worthProblem(draft, sized.size, sizing) }
}

function amountProblem(draft: TicketDraft, amount: bigint, lot: Size): string | null {
  if (amount <= 0n) return 'Enter a size above 0.'
  if (isPercent(draft) && amount > WHOLE) return 'At most 100%.'
  return draft.unit === 'coin' && amount % lot !== 0n ? `The size step is ${sizeText(lot)}.` : null
}

function sizedBy(draft: TicketDraft, typed: bigint, { terms, stop, entry, leverage }: Sizing): Sized {
  const { instrument, equity, free } = terms
  const { lot, takerFee: fee } = instrument
  const given: SizeTerms = { entry, stop, lot, equity, free, leverage, fee, usable: USABLE_MARGIN[draft.margin] }
  switch (draft.unit) {
    case 'coin':
      return wholeLots(size(typed), lot)
    case 'usdc':
      return sizeOfValue(microUsdc(typed), given)
    case 'equity':
      return sizeOfEquity(fraction(typed), given)
    case 'risk':
      return sizeOfRisk(fraction(typed), given)
  }
}

/** What reduces may be as small as it likes. */
function worthProblem(draft: TicketDraft, amount: Size, { terms: { instrument }, entry }: Sizing): string | null {
  if (draft.isReduceOnly || entry === null || notionalOf(entry, amount) >= instrument.minNotional) return null
  return 'The order is below the minimum value of this market.'
}
