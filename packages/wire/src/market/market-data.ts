import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { notice } from '../notices.ts'
import { socketError } from '../problem.ts'
import { epochMsField, symbol } from './market.ts'

/** Market-data calls, each `GET /api/v1/<command>?command=<command>&payload=…`. */
export const MARKET_DATA_COMMANDS = ['info', 'price', 'historical'] as const
export type MarketDataCommand = (typeof MARKET_DATA_COMMANDS)[number]

/** Maximum prediction horizon in hours. */
export const PREDICTION_MAX_HOURS = 24
/** Maximum history in hours. */
export const HISTORY_MAX_HOURS = 24 * 90

/** Data of the REST response: the result arrives on `/messages` as a `message` with this id. */
export const marketDataAccepted = z.object({ message_id: z.uuid() })

const call = <C extends MarketDataCommand>(command: C, summary: string, payload: string) =>
  ({
    path: `/${command}`,
    summary,
    method: 'GET',
    auth: 'user',
    tag: 'market-data',
    description:
      `The payload is ${payload}. The answer carries a \`message_id\`; the result follows on the socket namespace \`/messages\` ` +
      'as the event `message` with that id, to the sockets of the calling session. A result that comes before the session has ' +
      'connected is kept for a minute. Accepted calls count towards the daily limit (UTC) in the RateLimit headers.',
    // The server parses the payload further.
    query: z.object({
      command: z.literal(command),
      payload: z.string().check(z.trim(), z.minLength(1, 'needed'), z.maxLength(40, 'too long')),
    }),
    returns: marketDataAccepted,
  }) as const satisfies Endpoint

/** The endpoint of each call. */
export const marketDataCalls = {
  info: call('info', 'The newest price of a coin', '`{ticker}`, such as `BTC`'),
  price: call('price', 'The predicted price of BTC, ETH, SOL or XRP', '`{ticker} {timeframe}`, whole hours from 1 to 24, such as `BTC 12`'),
  historical: call(
    'historical',
    'Hourly closing prices since some hours ago',
    '`{ticker} {timeframe}`, whole hours from 1 to 2160, such as `BTC 24`',
  ),
} as const

/** Result of `info`: the newest price in `quote`, as of `as_of`. */
export const priceInfo = z.object({
  currency: symbol,
  price: z.number().check(z.gt(0)),
  quote: z.string(),
  source: z.string(),
  as_of: epochMsField,
})
/** Result of `price`: the median of the forecast issued at `currenttime` (seconds), `hours` ahead. */
export const predictionResult = z.object({
  currency: symbol,
  currenttime: z.int(),
  hours: z.int().check(z.gte(1), z.lte(PREDICTION_MAX_HOURS)),
  predictedMarketPrice: z.number().check(z.gt(0)),
  low80: z.number(),
  high80: z.number(),
  quote: z.string(),
  source: z.string(),
})
/** Result of `historical`: hourly closes, oldest first, timed (seconds) at the end of their hour. Missing hours are omitted. */
export const historicalResult = z.object({
  currency: symbol,
  timestamps: z.array(z.int()),
  closingPrices: z.array(z.number().check(z.gt(0))),
  quote: z.string(),
  source: z.string(),
})

const result = <C extends MarketDataCommand, D extends z.core.$ZodType>(command: C, data: D) =>
  z.object({ command: z.literal(command), message_id: z.uuid(), error: z.nullable(z.string()), data: z.nullable(data) })

/** Server event `message` of `/messages`: exactly one of `error` (shown verbatim) and `data` is set. */
export const marketDataMessage = z.discriminatedUnion('command', [
  result('info', priceInfo),
  result('price', predictionResult),
  result('historical', historicalResult),
])
export type MarketDataMessage = z.output<typeof marketDataMessage>

/** Client to server on `/messages`: none. */
export const messagesCommands = {} as const
/** Server to client on `/messages`. */
export const messagesEvents = { message: marketDataMessage, notify: notice, error: socketError } as const
