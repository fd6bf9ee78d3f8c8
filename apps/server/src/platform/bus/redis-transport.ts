import { randomUUID } from 'node:crypto'
import { backoff, backoffMs } from '@aerie/runtime/backoff'
import { listenerSet } from '@aerie/runtime/listener-set'
import { every } from '@aerie/runtime/ticker'
import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Transport } from './bus.ts'

type Options = {
  readonly url: string
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>
  readonly onChange?: (isUp: boolean) => void
  /** Without an echo for this long the connections are replaced; ms. */
  readonly silentMs?: number
  readonly echoEveryMs?: number
}

const CONNECT_MS = 2_000
const RECONNECT = { baseMs: 100, capMs: 2_000 }
/** Commands that wait for Redis: more than a second of the busiest load; further ones fail at once. */
const MOST_WAITING = 50_000

/**
 * Redis or Valkey by publish and subscribe. An echo of our own each second shows that both connections work: after a cut by Redis's limit of
 * the output buffer, the client stayed connected but received nothing (node-redis #2823).
 */
export function redisTransport({ url, logger, onChange, silentMs = 3_000, echoEveryMs = 1_000 }: Options): Transport {
  const listeners = new Map<string, (text: string) => void>()
  const resumed = listenerSet()
  const echoChannel = `echo:${randomUUID()}`
  let connections: ReturnType<typeof connect> | undefined
  let isUp = false
  let echoedAt = 0
  /** Longer with each replacement: on a busy machine a connection may take that long. */
  const silence = backoff({ baseMs: silentMs, capMs: 10 * silentMs })
  let patience = silentMs
  let stopEchoes: (() => void) | undefined

  /** Of subscriptions that Redis has not confirmed yet. */
  const confirming = new Set<() => void>()

  const lose = (why: string): void => {
    if (isUp) logger.warn({ why }, 'the bus is interrupted')
    isUp = false
    for (const resolve of confirming) resolve()
    onChange?.(false)
  }
  const echoed = (): void => {
    echoedAt = performance.now()
    patience = silentMs
    silence.reset()
    if (isUp || connections?.hasSubscribed() !== true) return
    isUp = true
    onChange?.(true)
    logger.info('the bus is connected')
    resumed.emit()
  }

  function connect() {
    const options = {
      url,
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_WAITING,
      disableClientInfo: true,
      maintNotifications: 'disabled' as const,
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (failures: number) => backoffMs(failures + 1, RECONNECT, Math.random) },
    }
    const publisher = createClient(options)
    const subscriber = createClient(options)
    const onError = (error: unknown): void => lose(error instanceof Error ? error.message : String(error))
    publisher.on('error', onError)
    subscriber.on('error', onError)
    let isSubscribed = false
    const subscribe = (channel: string, listener: (text: string) => void): Promise<void> =>
      subscriber.subscribe(channel, listener).catch(onError)
    // The client subscribes again by itself after a reconnection; a first connection takes what has been asked for until then.
    subscriber.once('ready', () => {
      void subscribe(echoChannel, echoed)
      for (const [channel, listener] of listeners) void subscribe(channel, listener)
      isSubscribed = true
    })
    for (const client of [subscriber, publisher]) void client.connect().catch(onError)
    return {
      publisher,
      hasSubscribed: () => isSubscribed,
      subscribe: async (channel: string, listener: (text: string) => void): Promise<void> => {
        if (isSubscribed) await subscribe(channel, listener)
      },
      // With its listener: otherwise the client also drops one that subscribes before Redis has confirmed the end.
      unsubscribe: (channel: string, listener: (text: string) => void): void => {
        if (isSubscribed) void subscriber.unsubscribe(channel, listener).catch(onError)
      },
      end: (): void => {
        for (const client of [subscriber, publisher]) if (client.isOpen) client.destroy()
      },
    }
  }

  const watch = (): void => {
    if (performance.now() - echoedAt > patience) {
      lose('Redis does not answer')
      patience = silence.nextMs()
      connections?.end()
      connections = connect()
      echoedAt = performance.now()
    }
    const { publisher } = connections ?? {}
    if (publisher?.isReady) publisher.publish(echoChannel, '').catch(() => undefined)
  }

  return {
    publish: async (channel, text) => {
      const { publisher } = connections ?? {}
      return isUp && publisher?.isReady ? publisher.publish(channel, text) : 0
    },
    subscribe: async (channel, listener) => {
      // The client keeps one whose end Redis has not confirmed before a cut.
      const whileCurrent = (text: string): void => {
        if (listeners.get(channel) === whileCurrent) listener(text)
      }
      listeners.set(channel, whileCurrent)
      const confirmed = connections?.subscribe(channel, whileCurrent)
      if (!isUp || confirmed === undefined) return
      const { promise, resolve } = Promise.withResolvers<void>()
      confirming.add(resolve)
      void confirmed.then(resolve)
      await promise
      confirming.delete(resolve)
    },
    unsubscribe: (channel) => {
      const listener = listeners.get(channel)
      listeners.delete(channel)
      if (listener !== undefined) connections?.unsubscribe(channel, listener)
    },
    isUp: () => isUp,
    onResumed: resumed.subscribe,
    /** Resolves on the first connection, or after a few seconds: the server starts without Redis, too. */
    start: async () => {
      connections = connect()
      echoedAt = performance.now()
      const { promise, resolve } = Promise.withResolvers<void>()
      const unsubscribe = resumed.subscribe(resolve)
      const limit = setTimeout(resolve, silentMs)
      stopEchoes = every(echoEveryMs, watch, { atOnce: true })
      connections.publisher.once('ready', watch)
      await promise
      unsubscribe()
      clearTimeout(limit)
    },
    stop: async () => {
      stopEchoes?.()
      isUp = false
      connections?.end()
    },
  }
}
