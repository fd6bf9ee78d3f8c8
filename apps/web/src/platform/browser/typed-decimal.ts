import { DOLLARS, type NumberRules, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import {
  DECIMAL_FAULT_TEXT,
  DECIMALS,
  decimalText,
  FRACTION_ONE,
  type Fraction,
  fraction,
  microUsdc,
  parseDecimal,
  usdcText,
} from '@aerie/core/numbers/units'
import * as z from 'zod/mini'

/** The parsed text: an exact integer of its unit, empty, or an error. */
export type Typed =
  | { readonly kind: 'value'; readonly value: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** Parses typed or pasted text to an integer of 10^-`decimals`, without floats. */
export function readTyped(text: string, decimals: number, rules?: NumberRules): Typed {
  const typed = parseTypedNumber(text, rules)
  if (typed.kind !== 'number') return typed
  const parsed = parseDecimal(typed.text, decimals)
  return parsed.ok ? { kind: 'value', value: parsed.value } : { kind: 'wrong', problem: DECIMAL_FAULT_TEXT[parsed.fault] }
}

export const readTypedPrice = (text: string): Typed => readTyped(text, DECIMALS.price, { units: DOLLARS })
export const readTypedUsdc = (text: string): Typed => readTyped(text, DECIMALS.usdc, { units: DOLLARS })

/** A form's amount above 0 in USDC, as plain decimal text. */
export const typedUsdc = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    const typed = readTypedUsdc(text)
    if (typed.kind === 'value' && typed.value > 0n) return usdcText(microUsdc(typed.value))
    issues.push({ code: 'custom', input: text, message: typed.kind === 'wrong' ? typed.problem : 'Enter an amount.' })
    return z.NEVER
  }),
)

/** Parses percent to a fraction: `0.5` is 0.005. */
export function readPercent(text: string): Typed {
  const typed = readTyped(text, DECIMALS.fraction - 2, { units: ['%'] })
  return typed.kind === 'value' ? { kind: 'value', value: fraction(typed.value) } : typed
}

export function readWhole(text: string, { least, most, units = [] }: NumberRules & { readonly least: number; readonly most: number }) {
  const typed = readTyped(text, 0, { units })
  const value = typed.kind === 'value' ? Number(typed.value) : Number.NaN
  return value >= least && value <= most ? value : null
}

export const TIMES: readonly string[] = ['×', 'x']

export const fractionText = (value: bigint): string => decimalText(value, DECIMALS.fraction)
export const WHOLE: Fraction = fraction(FRACTION_ONE)
