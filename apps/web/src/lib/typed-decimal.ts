import { DOLLARS, type NumberRules, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { DECIMAL_FAULT_TEXT, DECIMALS, decimalText, FRACTION_ONE, type Fraction, fraction, parseDecimal } from '@aerie/core/numbers/units'

/** What a typed text means: an exact integer of its unit, nothing, or why it is none. */
export type Typed =
  | { readonly kind: 'value'; readonly value: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** Reads what people type or paste as an integer of 10^-`decimals`; no figure passes through a float. */
export function readTyped(text: string, decimals: number, rules?: NumberRules): Typed {
  const typed = parseTypedNumber(text, rules)
  if (typed.kind !== 'number') return typed
  const parsed = parseDecimal(typed.text, decimals)
  return parsed.ok ? { kind: 'value', value: parsed.value } : { kind: 'wrong', problem: DECIMAL_FAULT_TEXT[parsed.fault] }
}

/** Reads a price in a dollar or one of its stablecoins. */
export const readTypedPrice = (text: string): Typed => readTyped(text, DECIMALS.price, { units: DOLLARS })
/** Reads an amount of USDC. */
export const readTypedUsdc = (text: string): Typed => readTyped(text, DECIMALS.usdc, { units: DOLLARS })

/** Reads percent as a fraction: `0.5` is 0.005. */
export function readPercent(text: string): Typed {
  const typed = readTyped(text, DECIMALS.fraction - 2, { units: ['%'] })
  return typed.kind === 'value' ? { kind: 'value', value: fraction(typed.value) } : typed
}

/** Reads a whole number from `least` to `most`; null for anything else. */
export function readWhole(text: string, { least, most, units = [] }: NumberRules & { readonly least: number; readonly most: number }) {
  const typed = readTyped(text, 0, { units })
  const value = typed.kind === 'value' ? Number(typed.value) : Number.NaN
  return value >= least && value <= most ? value : null
}

/** What may stand beside a leverage or a ratio. */
export const TIMES: readonly string[] = ['×', 'x']

/** A fraction as the wire writes it. */
export const fractionText = (value: bigint): string => decimalText(value, DECIMALS.fraction)
/** All of it. */
export const WHOLE: Fraction = fraction(FRACTION_ONE)
