import { asciiText, DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import type { CopyBody, CopyPatch, CopyRow } from '@aerie/wire/copies'
import { readWhole } from '../../lib/typed-decimal.ts'

export type Limits = {
  readonly perTrade: string
  readonly daily: string
  readonly total: string
  readonly move: string
  readonly late: string
  readonly excluded: string
}
export type Terms = Limits & { readonly allocation: string }
export type TermName = keyof Terms

export const FIRST_TERMS: Terms = {
  allocation: '1000',
  perTrade: '1000',
  daily: '50',
  total: '150',
  move: '50',
  late: '10',
  excluded: '',
}

type Field = {
  readonly label: string
  readonly hint: string
  readonly wire: keyof CopyBody
  readonly fault: (text: string) => string | undefined
}

const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/
/** Normalises to plain digits; returns invalid input unchanged, so that the field's validation rejects it. */
const plainNumber = (text: string): string => {
  const typed = parseTypedNumber(text, { units: DOLLARS })
  return typed.kind === 'number' ? typed.text : text
}
function amount(text: string): string | undefined {
  const typed = parseTypedNumber(text, { units: DOLLARS })
  if (typed.kind === 'wrong') return typed.problem
  return typed.kind === 'number' && AMOUNT.test(typed.text) && Number(typed.text) > 0 ? undefined : 'Enter an amount above 0.'
}
const whole = (most: number) => (text: string) =>
  readWhole(text, { least: 1, most }) === null ? `Enter a whole number from 1 to ${most.toLocaleString('en-US')}.` : undefined
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
  allocation: { label: 'Allocation', hint: 'USDC that the leader’s equity is scaled to.', wire: 'allocation', fault: amount },
  perTrade: { label: 'Limit per trade', hint: 'USDC. A larger trade is skipped.', wire: 'per_trade_limit', fault: amount },
  daily: {
    label: 'Daily loss limit',
    hint: 'USDC since 00:00 UTC. Then nothing is opened until the next day.',
    wire: 'daily_loss_limit',
    fault: amount,
  },
  total: {
    label: 'Total loss limit',
    hint: 'USDC. Then the copy is paused and what it holds is closed.',
    wire: 'total_loss_limit',
    fault: amount,
  },
  move: {
    label: 'Price limit',
    hint: 'In 0.01%: how far the price may be from the leader’s. 50 is 0.5%.',
    wire: 'max_move_bps',
    fault: whole(1_000),
  },
  late: { label: 'Time limit', hint: 'Seconds after the leader. Later trades are not opened.', wire: 'late_s', fault: whole(300) },
  excluded: { label: 'Coins to leave out (optional)', hint: 'Symbols with commas, such as DOGE, PEPE.', wire: 'excluded', fault: coins },
}
export const LIMIT_NAMES = ['perTrade', 'daily', 'total', 'move', 'late', 'excluded'] as const satisfies readonly (keyof Limits)[]

export const limitsOf = (copy: CopyRow): Limits => ({
  perTrade: copy.per_trade_limit,
  daily: copy.daily_loss_limit,
  total: copy.total_loss_limit,
  move: String(copy.max_move_bps),
  late: String(copy.late_s),
  excluded: copy.excluded.join(', '),
})

export const limitsBody = ({ perTrade, daily, total, move, late, excluded }: Limits) =>
  ({
    per_trade_limit: plainNumber(perTrade),
    daily_loss_limit: plainNumber(daily),
    total_loss_limit: plainNumber(total),
    max_move_bps: Number(plainNumber(move)),
    late_s: Number(plainNumber(late)),
    excluded: coinsOf(excluded),
  }) satisfies CopyPatch

export const copyBody = (leader: string, terms: Terms): CopyBody => ({
  leader,
  allocation: plainNumber(terms.allocation),
  ...limitsBody(terms),
})
