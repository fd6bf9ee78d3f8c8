import { once } from '@aerie/runtime/once'
import { type MarketDataCommand, type MarketDataMessage, marketDataCalls } from '@aerie/wire/market/market-data'
import { api } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { awaitMessage } from './awaited-messages.ts'

/** The message that answers a call: exactly one of `error` (text for the user, verbatim) and `data` is set. */
export type MarketDataAnswer<C extends MarketDataCommand = MarketDataCommand> = Extract<MarketDataMessage, { command: C }>

export type MarketDataQuestion<C extends MarketDataCommand = MarketDataCommand> = {
  readonly command: C
  readonly ticker: string
  readonly hours?: number | undefined
}

/**
 * Sent by HTTP; the result arrives on `/messages`. A result with `error` is returned, not thrown.
 * @throws ApiError if refused (bad input, daily limit) or timed out; the reason of `signal` when the caller aborts
 */
export async function askMarketData<C extends MarketDataCommand>(
  { command, ticker, hours }: MarketDataQuestion<C>,
  signal?: AbortSignal,
): Promise<MarketDataAnswer<C>> {
  openMessages()
  const payload = hours === undefined ? ticker : `${ticker} ${hours}`
  const call: (typeof marketDataCalls)[MarketDataCommand] = marketDataCalls[command]
  const { message_id } = await api(call, { query: { command, payload }, signal })
  const answer = await awaitMessage(message_id, signal)
  if (!isAnswerTo(answer, command)) throw new ApiError({ code: 'bad_answer', status: 0, detail: '' })
  return answer
}

const isAnswerTo = <C extends MarketDataCommand>(answer: MarketDataMessage, command: C): answer is MarketDataAnswer<C> =>
  answer.command === command

/** The socket's code loads with the first question; the server keeps results until the connection is open. */
export const openMessages = (): void => void openSocket().catch(() => undefined)

const openSocket = once(() =>
  import('./messages-socket.ts').then(
    (module) => module.openMessagesSocket(),
    (error: unknown) => {
      reportError(error)
      throw error
    },
  ),
)
