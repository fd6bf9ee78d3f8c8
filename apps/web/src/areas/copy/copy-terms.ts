import { asciiText, DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { recordOf } from '@aerie/core/record-keys'
import type { CopyPatch, CopyRow } from '@aerie/wire/copies'
import * as z from 'zod/mini'
import { readWhole } from '../../platform/browser/typed-decimal.ts'
import { checkedBy } from '../../ui/forms/use-form.ts'

export const LIMIT_NAMES = ['per_trade_limit', 'daily_loss_limit', 'total_loss_limit', 'max_move_bps', 'late_s', 'excluded'] as const
export const TERM_NAMES = ['allocation', ...LIMIT_NAMES] as const
export type TermName = (typeof TERM_NAMES)[number]
type Limits = Readonly<Record<(typeof LIMIT_NAMES)[number], string>>

export const FIRST_TERMS: Readonly<Record<TermName, string>> = {
  allocation: '1000',
  per_trade_limit: '1000',
  daily_loss_limit: '50',
  total_loss_limit: '150',
  max_move_bps: '0.5',
  late_s: '10',
  excluded: '',
}

type Field = {
  readonly label: string
  /** Shown in the field. */
  readonly unit?: string
  readonly hint: string
  readonly fault: (text: string) => string | undefined
}

const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/
/** Normalises to plain digits; returns invalid input unchanged, so that the field's validation rejects it. */
const plainNumber = (text: string): string => {
  const typed = parseTypedNumber(text, { units: [...DOLLARS, '%'] })
  return typed.kind === 'number' ? typed.text : text
}
function amount(text: string): string | undefined {
  const typed = parseTypedNumber(text, { units: DOLLARS })
  if (typed.kind === 'wrong') return typed.problem
  return typed.kind === 'number' && AMOUNT.test(typed.text) && Number(typed.text) > 0 ? undefined : 'Enter an amount above 0.'
}
const whole = (most: number) => (text: string) =>
  readWhole(text, { least: 1, most }) === null ? `Enter a whole number from 1 to ${most.toLocaleString('en-US')}.` : undefined
/** Price limit: hundredths of a percent, from 0.01 to 10. */
function percent(text: string): string | undefined {
  const typed = parseTypedNumber(text, { units: ['%'] })
  if (typed.kind === 'wrong') return typed.problem
  const isValid = typed.kind === 'number' && /^\d{1,2}(\.\d{1,2})?$/.test(typed.text) && Number(typed.text) > 0 && Number(typed.text) <= 10
  return isValid ? undefined : 'Enter a percentage from 0.01 to 10, with at most two decimals.'
}
const SYMBOL = /^[A-Z0-9._-]{1,32}$/
const MOST_COINS = 100
const coinsOf = (text: string): string[] =>
  [
    ...new Set(
      asciiText(text)
        .toUpperCase()
        .split(/[\s,、]+/),
    ),
  ].filter((coin) => coin !== '')
const coins = (text: string): string | undefined => {
  const listed = coinsOf(text)
  return listed.length <= MOST_COINS && listed.every((coin) => SYMBOL.test(coin))
    ? undefined
    : 'Enter at most 100 symbols, with commas between them.'
}

export const TERM_FIELDS: Readonly<Record<TermName, Field>> = {
  allocation: { label: 'Allocation', unit: 'USDC', hint: 'The leader’s equity is scaled to this amount.', fault: amount },
  per_trade_limit: { label: 'Limit per trade', unit: 'USDC', hint: 'A larger trade is skipped.', fault: amount },
  daily_loss_limit: {
    label: 'Daily loss limit',
    unit: 'USDC',
    hint: 'Since 00:00 UTC. At this loss nothing is opened until the next day.',
    fault: amount,
  },
  total_loss_limit: {
    label: 'Total loss limit',
    unit: 'USDC',
    hint: 'At this loss the copy is paused and its positions are closed.',
    fault: amount,
  },
  max_move_bps: {
    label: 'Price limit',
    unit: '%',
    hint: 'How far the price may be from the leader’s.',
    fault: percent,
  },
  late_s: { label: 'Time limit', unit: 'seconds', hint: 'After the leader. Later trades are not opened.', fault: whole(300) },
  excluded: { label: 'Coins to leave out (optional)', hint: 'Symbols with commas, such as DOGE, PEPE.', fault: coins },
}

const termText = (name: TermName) => z.string().check(checkedBy(TERM_FIELDS[name].fault))

export const limitsForm = z.pipe(z.object(recordOf(LIMIT_NAMES, termText)), z.transform(limitsBody))

export const termsForm = z.pipe(
  z.object({ ...recordOf(TERM_NAMES, termText), step: z.enum(['simulate', 'start']) }),
  z.transform(({ allocation, step, ...limits }) => ({ step, terms: { allocation: plainNumber(allocation), ...limitsBody(limits) } })),
)

export const limitsOf = ({ per_trade_limit, daily_loss_limit, total_loss_limit, max_move_bps, late_s, excluded }: CopyRow): Limits => ({
  per_trade_limit,
  daily_loss_limit,
  total_loss_limit,
  max_move_bps: String(max_move_bps / 100),
  late_s: String(late_s),
  excluded: excluded.join(', '),
})

function limitsBody({ per_trade_limit, daily_loss_limit, total_loss_limit, max_move_bps, late_s, excluded }: Limits) {
  return {
    per_trade_limit: plainNumber(per_trade_limit),
    daily_loss_limit: plainNumber(daily_loss_limit),
    total_loss_limit: plainNumber(total_loss_limit),
    max_move_bps: Math.round(Number(plainNumber(max_move_bps)) * 100),
    late_s: Number(plainNumber(late_s)),
    excluded: coinsOf(excluded),
  } satisfies CopyPatch
}
