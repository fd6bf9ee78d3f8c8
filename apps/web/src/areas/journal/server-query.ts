import type { JournalAccount } from '@aerie/wire/journal/journal-statistics'
import type { StatisticsQuery } from './journal-calls.ts'
import { type JournalFilter, spanOf } from './journal-filter.ts'

export type ServerQuery = { readonly query: StatisticsQuery; readonly leftOut: readonly string[] }

/**
 * Reports the filter parts that the server does not support, so that its figures are not mistaken for the filtered ones. `capital`:
 * starting capital of imported accounts. `account`: the only one whose trades count; null for all.
 */
export function serverQuery(filter: JournalFilter, capital: string | null = null, account: JournalAccount | null = null): ServerQuery {
  const { symbols, side, tags, origin, result, hours, weekdays, rating, r, net } = filter
  const span = spanOf(filter)
  const moment = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  const leftOut: ReadonlyArray<readonly [boolean, string]> = [
    [symbols.length > 1, 'several coins'],
    [tags.length > 1, 'several tags'],
    [origin === 'import' && account === null, 'origin'],
    [result !== null, 'result'],
    [hours.length > 0, 'hour'],
    [weekdays.length > 0, 'weekday'],
    [rating !== null, 'rating'],
    [r.min !== undefined || r.max !== undefined, 'R'],
    [net.min !== undefined || net.max !== undefined, 'net'],
  ]
  return {
    query: {
      from: moment(span?.min),
      // The server's end is exclusive.
      to: moment(span?.max === undefined ? undefined : span.max + 1),
      symbol: symbols.length === 1 ? (symbols[0] ?? null) : null,
      side,
      tag: tags.length === 1 ? (tags[0] ?? null) : null,
      origin: account === null ? (origin === 'paper' ? 'paper' : null) : account.account === null ? account.origin : null,
      account: account?.account ?? null,
      capital,
    },
    leftOut: leftOut.flatMap(([isOut, name]) => (isOut ? [name] : [])),
  }
}
