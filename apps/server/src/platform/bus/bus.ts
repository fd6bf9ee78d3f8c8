import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import * as z from 'zod/mini'
import { AppError, type AppErrorOptions } from '../http/app-error.ts'
import { appErrorOf } from '../http/problem.ts'
import { derivedKey } from '../secrets/sealed-box.ts'

/**
 * Carries texts between processes. Nothing is trusted to arrive: a subscriber gets texts of a channel in the order they were published, or
 * misses some.
 */
export type Transport = {
  /** @returns how many processes received it; 0 also when the transport is down */
  readonly publish: (channel: string, text: string) => Promise<number>
  /** Resolves once texts of the channel arrive here, at once while the transport is down: then `onResumed` follows. */
  readonly subscribe: (channel: string, listener: (text: string) => void) => Promise<void>
  readonly unsubscribe: (channel: string) => void
  readonly isUp: () => boolean
  /** Called after an interruption: anything may have been missed. */
  readonly onResumed: (listener: () => void) => () => void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Undefined if it is for another process to answer. */
type Answerer = (question: unknown) => Promise<unknown> | undefined
type Subscriber = (message: unknown, from: string) => void

/**
 * Messages between the processes of one deployment. Redis holds no truth: what must not be lost is in PostgreSQL, and messages are hints,
 * market data or commands whose effect the sender learns from the answer.
 */
export type Bus = ReturnType<typeof openBus>

type Options = {
  readonly transport: Transport
  /** Whether other processes may be on it. */
  readonly isShared: boolean
  readonly secretKey: Uint8Array
  /** The same for all processes. */
  readonly clock: Pick<Clock, 'now'>
  readonly onError: (error: unknown) => void
  /** Id of this process; random by default. */
  readonly node?: string
}

/** Larger messages are a mistake: the largest in use is a snapshot of the market, about 200 kB. */
const MOST_BYTES = 4_000_000
/** How often a question that no process takes is sent again. */
const AGAIN_MS = 50
/** Of an order: PostgreSQL commits in milliseconds, and a client waits no longer. */
export const ASK_MS = 2_000
const MOST_ASKS = 20_000
/** Remembered per channel. Each start of a process is a new sender. */
const MOST_SENDERS = 1_000
/** Whose last sent number is remembered; one that is forgotten and used again looks like a gap. Each trader has a channel. */
export const MOST_CHANNELS = 100_000
const MAC_LENGTH = 43

const envelope = z.object({ from: z.string(), seq: z.int(), body: z.unknown() })
const question = z.object({
  id: z.string(),
  question: z.unknown(),
  /** The sender waits no longer. Earlier versions do not send it, nor do they know a reply that leaves the question to others. */
  until: z.optional(z.number()),
})
const reply = z.object({
  id: z.string(),
  isLeft: z.optional(z.boolean()),
  answer: z.optional(z.unknown()),
  refusal: z.optional(z.object({ code: z.string(), options: z.record(z.string(), z.unknown()) })),
})

/** @throws nothing; `ask` rejects with an AppError */
export function openBus({ transport, isShared, secretKey, clock, onError, node = randomUUID() }: Options) {
  const key = derivedKey(secretKey, 'bus')
  const macOf = (channel: string, text: string): Buffer => createHmac('sha256', key).update(channel).update('\n').update(text).digest()
  const subscriptions = new Map<string, { readonly present: Set<Subscriber>; readonly ready: Promise<void> }>()
  const answerers = new Map<string, Answerer>()
  const asks = new Map<string, Asking>()
  /** By channel, the latest used last. */
  const sent = new Map<string, number>()
  let highestForgotten = 0
  /** By channel and sender. */
  const received = new Map<string, Map<string, number>>()
  const gaps = listenerSet<[channel: string | undefined]>()

  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }
  const send = async (channel: string, body: unknown): Promise<number> => {
    const seq = (sent.get(channel) ?? highestForgotten) + 1
    sent.delete(channel)
    sent.set(channel, seq)
    const [oldest] = sent
    if (sent.size > MOST_CHANNELS && oldest !== undefined) {
      highestForgotten = Math.max(highestForgotten, oldest[1])
      sent.delete(oldest[0])
    }
    const text = JSON.stringify({ from: node, seq, body })
    if (text.length > MOST_BYTES) throw new RangeError(`A message of ${text.length} characters on ${channel} is too long`)
    return transport.publish(channel, `${macOf(channel, text).toString('base64url')}${text}`)
  }
  /** Undefined for what no process of this deployment has sent, and for repeats. */
  const open = (channel: string, signed: string): z.output<typeof envelope> | undefined => {
    const text = signed.slice(MAC_LENGTH)
    const mac = Buffer.from(signed.slice(0, MAC_LENGTH), 'base64url')
    const expected = macOf(channel, text)
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) throw new Error(`A message on ${channel} has a wrong signature`)
    const message = envelope.parse(JSON.parse(text))
    const bySender = received.get(channel) ?? new Map<string, number>()
    received.set(channel, bySender)
    const last = bySender.get(message.from)
    if (last !== undefined && message.seq <= last) return undefined
    if (last === undefined && bySender.size >= MOST_SENDERS) bySender.delete([...bySender.keys()][0] ?? '')
    bySender.set(message.from, message.seq)
    if (last !== undefined && message.seq > last + 1) guarded(() => gaps.emit(channel))
    return message
  }
  const listen = (channel: string, take: (message: z.output<typeof envelope>) => void): Promise<void> =>
    transport.subscribe(channel, (signed) =>
      guarded(() => {
        const message = open(channel, signed)
        if (message !== undefined && message.from !== node) take(message)
      }),
    )
  const forget = (channel: string): void => {
    transport.unsubscribe(channel)
    received.delete(channel)
  }
  const respond = async (answerer: Answerer, from: string, asked: z.output<typeof question>): Promise<void> => {
    // A process that was paused must not carry out now what its sender was told has failed.
    if (asked.until !== undefined && clock.now() >= asked.until) return
    const answering = answerer(asked.question)
    if (answering === undefined) {
      if (asked.until !== undefined) await send(inboxOf(from), { id: asked.id, isLeft: true })
      return
    }
    const outcome = await answering.then(
      (answer) => ({ answer }),
      (error: unknown) => ({ refusal: refusalOf(error, onError) }),
    )
    await send(inboxOf(from), { id: asked.id, ...outcome })
  }

  /** @returns LEFT if no process has taken it: nothing was carried out */
  const askOthers = async (channel: string, asked: unknown, timeoutMs: number): Promise<unknown> => {
    if (asks.size >= MOST_ASKS) throw unanswered('Too many requests are waiting.')
    const id = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    // Replies may come before the number of receivers is known.
    let taking = 0
    let isSent = false
    const leave = (): void => {
      taking -= 1
      if (isSent && taking <= 0) resolve(LEFT)
    }
    asks.set(id, { resolve, reject, leave })
    const late = setTimeout(() => reject(unanswered('It was not answered in time.')), timeoutMs)
    const onSent = (receivers: number): void => {
      taking += receivers
      isSent = true
      if (taking <= 0) resolve(LEFT)
    }
    try {
      // Not awaited: the deadline counts for sending, too.
      send(questionsOf(channel), { id, question: asked, until: clock.now() + timeoutMs }).then(onSent, (error: unknown) => {
        // The connection was lost meanwhile: it may have arrived.
        onError(error)
        reject(unanswered('The connection was lost.'))
      })
      return await promise
    } finally {
      clearTimeout(late)
      asks.delete(id)
    }
  }

  /** Resolves once messages arrive here. */
  const subscribe = (channel: string, subscriber: Subscriber): { readonly ready: Promise<void>; readonly unsubscribe: () => void } => {
    const existing = subscriptions.get(channel)
    const present = existing?.present ?? new Set<Subscriber>()
    const ready =
      existing?.ready ??
      listen(channel, ({ body, from }) => {
        for (const one of present) guarded(() => one(body, from))
      })
    present.add(subscriber)
    subscriptions.set(channel, { present, ready })
    const unsubscribe = (): void => {
      present.delete(subscriber)
      if (present.size > 0 || subscriptions.get(channel)?.present !== present) return
      subscriptions.delete(channel)
      forget(channel)
    }
    return { ready, unsubscribe }
  }

  if (isShared)
    void listen(inboxOf(node), ({ body }) => {
      const { id, isLeft, answer, refusal } = reply.parse(body)
      const ask = asks.get(id)
      if (isLeft === true) ask?.leave()
      else if (refusal === undefined) ask?.resolve(answer)
      else ask?.reject(new AppError(refusal.code as AppError['code'], refusal.options as AppErrorOptions)) // as `refusalOf` has made it
    })

  return {
    node,
    isShared,
    isUp: transport.isUp,
    /** Messages of a channel may have been missed; of all channels if undefined. Subscribers read again what they keep. */
    onGap: gaps.subscribe,
    /** Sends to the other processes. Not to this one, which already knows. */
    publish: (channel: string, message: unknown): void => {
      if (isShared) send(channel, message).catch(onError)
    },
    /** @returns unsubscribe function */
    subscribe: (channel: string, subscriber: Subscriber): (() => void) => subscribe(channel, subscriber).unsubscribe,
    /** Resolves to the unsubscribe function once messages arrive here: what is read afterwards is not older than the first message. */
    follow: async (channel: string, subscriber: Subscriber): Promise<() => void> => {
      const { ready, unsubscribe } = subscribe(channel, subscriber)
      await ready
      return unsubscribe
    },
    /** Answers questions on a channel, those of this process too, until the returned function is called. One process at a time should. */
    answer: (channel: string, answerer: Answerer): (() => void) => {
      answerers.set(channel, answerer)
      const name = questionsOf(channel)
      void listen(name, ({ from, body }) => void respond(answerer, from, question.parse(body)).catch(onError))
      return () => {
        if (answerers.get(channel) !== answerer) return
        answerers.delete(channel)
        forget(name)
      }
    },
    /**
     * `waits`: until the deadline for a process that takes the question, rather than fail at once if there is none.
     *
     * @throws AppError `unavailable` if no process answers in time, or what the answerer throws: the command may have been carried out
     */
    ask: async (channel: string, asked: unknown, { timeoutMs = ASK_MS, waits = false }: AskOptions = {}): Promise<unknown> => {
      const until = performance.now() + timeoutMs
      for (;;) {
        const own = answerers.get(channel)?.(asked)
        if (own !== undefined) return own
        const answer = await askOthers(channel, asked, until - performance.now())
        if (answer !== LEFT) return answer
        if (!waits || !transport.isUp() || performance.now() + AGAIN_MS >= until) throw unanswered('Nothing serves it at the moment.')
        await sleep(AGAIN_MS)
      }
    },
    start: async (): Promise<void> => {
      transport.onResumed(() => {
        received.clear()
        guarded(() => gaps.emit(undefined))
      })
      await transport.start()
    },
    stop: async (): Promise<void> => {
      for (const { reject } of asks.values()) reject(unanswered('The server is stopping.'))
      await transport.stop()
    },
  }
}

type AskOptions = { readonly timeoutMs?: number | undefined; readonly waits?: boolean | undefined }
type Asking = {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
  /** One of the receivers leaves it to the others. */
  readonly leave: () => void
}
const LEFT = Symbol('left')

const inboxOf = (node: string): string => `node:${node}`
const questionsOf = (channel: string): string => `ask:${channel}`

const RETRY_S = 2

const unanswered = (why: string): AppError =>
  new AppError('unavailable', { detail: `This part is not available. ${why} Try again in a moment.`, retryAfterSeconds: RETRY_S })

/** A database that is away makes a 503 here as well as in the process that asked. */
function refusalOf(error: unknown, onError: (error: unknown) => void) {
  const refusal = appErrorOf(error)
  if (refusal.code === 'internal') onError(error)
  const { code, detail, reason, facts, errors, retryAfterSeconds, members } = refusal
  return { code, options: { detail, reason, facts, errors, retryAfterSeconds, members } }
}

/** Transport within one process. Buses that share a room, as tests do, are like processes on one Redis. */
export function memoryRoom() {
  const rooms = new Set<Map<string, (text: string) => void>>()
  return (): Transport => {
    const own = new Map<string, (text: string) => void>()
    rooms.add(own)
    return {
      publish: async (channel, text) => {
        const listeners = [...rooms].flatMap((room) => room.get(channel) ?? [])
        // Later, as from a network: a publisher never runs its subscribers.
        for (const listener of listeners) queueMicrotask(() => listener(text))
        return listeners.length
      },
      subscribe: async (channel, listener) => void own.set(channel, listener),
      unsubscribe: (channel) => void own.delete(channel),
      isUp: () => true,
      onResumed: () => () => undefined,
      start: async () => undefined,
      stop: async () => void rooms.delete(own),
    }
  }
}
