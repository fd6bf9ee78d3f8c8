import type { AgentLanguage } from '../concepts.ts'
import type { OwnCall } from './own-call.ts'
import { type Asked, sideOf } from './own-calls.ts'
import type { PeriodReading } from './own-period.ts'

/** What a question begins with that goes on from the one before. */
const LEANING: Readonly<Record<AgentLanguage, RegExp>> = {
  en: /^ (?:and|what about|how about|ok and|same|now|only|just|but) /u,
  de: /^ (?:und|wie ist es|wie war es|wie sieht es|was ist mit|nur|aber|und wie) /u,
  fr: /^ (?:et|qu en est il|seulement|mais) /u,
  es: /^ (?:y|que tal|solo|pero|e) /u,
  it: /^ (?:e|ed|solo|ma|invece) /u,
  pt: /^ (?:e|so|mas|quanto) /u,
  ru: /^ (?:а|и|только|но) /u,
  zh: /^(?:那|那么|还有|只看|而)/u,
}
const MOST_WORDS = 8

/**
 * "And last month?" after a question on own data: the same calls with what it names instead. Undefined where it leans on nothing or
 * names nothing.
 *
 * @throws never
 */
export function followUp(
  asked: Asked,
  period: PeriodReading,
  { calls }: { readonly calls: readonly OwnCall[] },
): readonly OwnCall[] | undefined {
  const { plain, matcher, coins } = asked
  if (!LEANING[matcher.language].test(plain) || plain.trim().split(' ').length > MOST_WORDS || period === 'unknown') return undefined
  const change = { ...period, ...sideOf(asked), ...(coins[0] !== undefined && { ticker: coins[0] }) }
  if (Object.keys(change).length === 0 || coins.length > 1) return undefined
  const next = calls.flatMap((call) => changed(call, change) ?? [])
  return next.length === 0 ? undefined : [...new Map(next.map((call) => [JSON.stringify(call), call])).values()]
}

type Change = Pick<Extract<OwnCall, { name: 'get_own_trades' }>['arguments'], 'period' | 'side' | 'ticker'>

/** The same call about something else; undefined where the tool knows no such thing. */
function changed(call: OwnCall, change: Change): OwnCall | undefined {
  const { ticker, period, side } = change
  if (call.name === 'get_own_trades') return { name: call.name, arguments: { ...call.arguments, ...change } }
  if (call.name === 'get_own_statistics') return { name: call.name, arguments: { ...call.arguments, ...change } }
  if (ticker === undefined || period !== undefined || side !== undefined || call.name === 'get_own_account') return undefined
  if (call.name === 'get_own_orders') return { name: call.name, arguments: { ...call.arguments, ticker } }
  return { name: call.name, arguments: { ticker } }
}
