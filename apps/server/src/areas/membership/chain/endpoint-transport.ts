import { TOKEN_BALANCES_METHOD } from '@aerie/chain/readings'
import { type Clock, elapsedMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import {
  custom,
  HttpRequestError,
  type HttpTransport,
  http,
  MethodNotFoundRpcError,
  TimeoutError,
  type WebSocketTransport,
  webSocket,
} from 'viem'

type Options = {
  readonly url: string
  readonly chainId: number
  readonly clock: Clock
  readonly print: (line: string) => void
}

const REST = { baseMs: SECOND_MS, capMs: MINUTE_MS }
/** Unsupported methods are not retried on a node for this long. */
const REMEMBER_MS = HOUR_MS
const TIMEOUT_MS = 8 * SECOND_MS
const BATCH = { batchSize: 40, wait: 0 }

class EndpointPaused extends Error {
  override readonly name = 'EndpointRests'
}

/** Host and port for logs: the rest of the URL may contain a key. */
export const hostOf = (url: string): string => new URL(url).host

const isWebSocket = (url: string): boolean => url.startsWith('ws')

const rawTransport = (url: string): HttpTransport | WebSocketTransport =>
  isWebSocket(url)
    ? webSocket(url, { retryCount: 0, timeout: TIMEOUT_MS })
    : http(url, { batch: BATCH, retryCount: 0, timeout: TIMEOUT_MS })

/** Checks the chain id. A failing node is skipped with exponential backoff, an unsupported method for a while. */
export function endpointTransport({ url, chainId, clock, print }: Options) {
  const host = hostOf(url)
  const inner = rawTransport(url)({ retryCount: 0 })
  let restsUntil = Number.NEGATIVE_INFINITY
  const retry = backoff(REST)
  let isVerified = false
  let unknownUntil = Number.NEGATIVE_INFINITY

  const rest = (reason: string): void => {
    if (retry.failures() === 0) print(`the chain's node at ${host} ${reason}`)
    restsUntil = elapsedMs(clock) + retry.nextMs()
    isVerified = false
  }
  const verify = async (): Promise<void> => {
    if (isVerified) return
    const id = Number(await inner.request({ method: 'eth_chainId' }))
    if (id === chainId) {
      isVerified = true
      return
    }
    rest(`is of chain ${id} and not ${chainId}: it is not used`)
    throw new EndpointPaused(`${host} is of another chain`)
  }
  const refuseEarly = (method: string): void => {
    const now = elapsedMs(clock)
    if (now < restsUntil) throw new EndpointPaused(`${host} rests`)
    if (method === TOKEN_BALANCES_METHOD && now < unknownUntil)
      throw new MethodNotFoundRpcError(new Error(`${host} did not know it`), { method })
  }
  const noteFault = (error: unknown, method: string): void => {
    if (isUnreachable(error)) rest('does not answer')
    else if (method === TOKEN_BALANCES_METHOD) unknownUntil = elapsedMs(clock) + REMEMBER_MS
  }
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    refuseEarly(method)
    try {
      await verify()
      const result: unknown = await inner.request({ method, params } as never)
      retry.reset()
      return result
    } catch (error) {
      noteFault(error, method)
      throw error
    }
  }
  return custom({ request }, { retryCount: 0, key: host, name: host })
}

const SERVER_ERROR = 500
const REFUSED = new Set([401, 402, 403, 429])

/** Whether the node failed rather than the request. */
export function isUnreachable(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current instanceof TimeoutError || current.name === 'SocketClosedError' || current.name === 'WebSocketRequestError') return true
    if (current instanceof HttpRequestError)
      return current.status === undefined || current.status >= SERVER_ERROR || REFUSED.has(current.status)
  }
  return false
}
