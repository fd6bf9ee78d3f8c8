import { parseAmount } from '@aerie/core/numbers/convert-amount'
import { DECIMAL_FAULT_TEXT, DECIMALS, decimalText, FRACTION_ONE, type Fraction, fraction, parseDecimal } from '@aerie/core/numbers/units'
import * as WORDS from './typed-decimal-words.ts'

/** What a typed text means: an exact integer of its unit, nothing, or why it is none. */
export type Typed =
  | { readonly kind: 'value'; readonly value: bigint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly problem: string }

const PROBLEMS = {
  'not-a-number': WORDS.enterNumber,
  'unclear-comma': WORDS.usePointForDecimals,
  'too-long': WORDS.numberTooLong,
} as const

/** Reads what people type or paste as an integer of 10^-`decimals`; no figure passes through a float. */
export function readTyped(text: string, decimals: number): Typed {
  const amount = parseAmount(text)
  if (!amount.ok) return amount.reason === 'empty' ? { kind: 'empty' } : { kind: 'wrong', problem: PROBLEMS[amount.reason] }
  const plain = amount.amount.replace(/^\./, '0.').replace(/\.$/, '')
  const parsed = parseDecimal(plain, decimals)
  return parsed.ok ? { kind: 'value', value: parsed.value } : { kind: 'wrong', problem: DECIMAL_FAULT_TEXT[parsed.fault] }
}

/** Reads percent as a fraction: `0.5` is 0.005. */
export function readPercent(text: string): Typed {
  const typed = readTyped(text, DECIMALS.fraction - 2)
  return typed.kind === 'value' ? { kind: 'value', value: fraction(typed.value) } : typed
}

/** A fraction as the wire writes it. */
export const fractionText = (value: bigint): string => decimalText(value, DECIMALS.fraction)
/** All of it. */
export const WHOLE: Fraction = fraction(FRACTION_ONE)
