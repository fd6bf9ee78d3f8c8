import type { ApexSymbol } from '@aerie/apex/replies'
import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import type { ApexOrderBody } from '@aerie/wire/apex-orders'
import { AppError } from '../../plugins/app-error.ts'

type Field = 'size' | 'price' | 'trigger' | 'post_only' | 'time_in_force'
type Faults = Partial<Record<Field, string[]>>

/** Above 0, in units of 10⁻¹²; undefined where it is none. */
function positive(text: string | null | undefined): bigint | undefined {
  const parsed = parseDecimal(text ?? '', DECIMALS.price)
  return parsed.ok && parsed.value > 0n ? parsed.value : undefined
}

/** What is wrong with a figure that must be a whole number of steps. */
function stepFault(text: string, step: string | null): string | undefined {
  const value = positive(text)
  if (value === undefined) return 'use a plain decimal number above 0'
  const each = positive(step)
  return each !== undefined && value % each !== 0n ? `use a multiple of ${step ?? ''}` : undefined
}

function sizeFault(size: string, { stepSize, minOrderSize, maxOrderSize }: ApexSymbol): string | undefined {
  const fault = stepFault(size, stepSize)
  if (fault !== undefined) return fault
  const [value, least, most] = [positive(size), positive(minOrderSize), positive(maxOrderSize)]
  if (value !== undefined && least !== undefined && value < least) return `at least ${minOrderSize ?? ''}`
  if (value !== undefined && most !== undefined && value > most) return `at most ${maxOrderSize ?? ''}`
  return undefined
}

const waits = (type: ApexOrderBody['type']): boolean => type !== 'limit' && type !== 'market'

function triggerFault({ type, trigger }: ApexOrderBody, tick: string | null): string | undefined {
  if (!waits(type)) return trigger === undefined ? undefined : 'this type has no trigger price'
  return trigger === undefined ? 'this type needs a trigger price' : stepFault(trigger, tick)
}

/** Set off by an index at its trigger, an order whose worst price lies on the wrong side of it would never trade. */
function worstFault({ type, side, price, trigger }: ApexOrderBody): string | undefined {
  if (type !== 'stop' && type !== 'take_profit') return undefined
  const [worst, set] = [positive(price), positive(trigger)]
  if (worst === undefined || set === undefined) return undefined
  if (side === 'buy') return worst < set ? 'a buy must be able to pay its trigger price: use it or more' : undefined
  return worst > set ? 'a sell must be able to take its trigger price: use it or less' : undefined
}

/**
 * What the instrument and the type of an order allow. ApeX judges margin and price bands itself.
 *
 * @throws AppError bad_input with what is wrong at each field; rule_broken where the instrument is not traded
 */
export function checkOrder(body: ApexOrderBody, symbol: ApexSymbol | undefined): asserts symbol is ApexSymbol {
  // Without its steps nothing can be checked: that is no instrument to trade in.
  if (
    symbol === undefined ||
    symbol.enableTrade === false ||
    positive(symbol.tickSize) === undefined ||
    positive(symbol.stepSize) === undefined
  )
    throw new AppError('rule_broken', { word: 'apex_not_traded', detail: 'This market cannot be traded on ApeX Omni now.' })
  const faults: Faults = {}
  const note = (field: Field, fault: string | undefined): void => {
    if (fault !== undefined) faults[field] = [fault]
  }
  note('size', sizeFault(body.size, symbol))
  note('price', stepFault(body.price, symbol.tickSize) ?? worstFault(body))
  note('trigger', triggerFault(body, symbol.tickSize))
  note(
    'post_only',
    body.post_only && (body.type !== 'limit' || body.time_in_force !== 'gtc') ? 'only a limit order can be post only' : undefined,
  )
  note(
    'time_in_force',
    body.type === 'market' && body.time_in_force === 'gtc' ? 'a market order is good at once or not at all: use ioc or fok' : undefined,
  )
  const [field] = Object.keys(faults)
  if (field !== undefined)
    throw new AppError('bad_input', { detail: `Check the order’s ${field.replaceAll('_', ' ')}. Nothing was sent.`, errors: { ...faults } })
}
