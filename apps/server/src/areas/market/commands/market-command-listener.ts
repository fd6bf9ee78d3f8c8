import { randomUUID } from 'node:crypto'
import { type ReplayCommand, type ReplayView, replayCommand } from '@aerie/wire/market/replay'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ServerModule } from '../../../platform/lifecycle.ts'
import type { ReplayService } from '../replay/replay-service.ts'

const ASK = 'aerie_market_ask'
const ANSWER = 'aerie_market_answer'
const MAX_MESSAGE_LENGTH = 2_000
const TRY_AGAIN_MS = 5_000
/** The server acknowledges within this time, however long the work takes. */
const RECEIVED_MS = 5_000
/** Changing the source takes as long as starting it. */
const ANSWER_MS = 30_000

const marketCommand = z.union([z.literal('live'), z.literal('replay'), replayCommand])
export type MarketCommand = 'live' | 'replay' | ReplayCommand

const question = z.object({ id: z.uuid(), command: marketCommand })
/** Without `text`: acknowledgement only. */
const answer = z.object({ id: z.uuid(), text: z.optional(z.string()), isDone: z.optional(z.boolean()) })
export type MarketAnswer = { readonly text: string; readonly isDone: boolean }
const NOT_DONE = 'The market could not do that; the log of the server says why.'
const STILL_AT_IT = 'The server has the command and has not answered yet. It may still do it: its status page says which market it has.'

function parsed<T>(schema: z.ZodMiniType<T>, payload: string | undefined): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

type ListenerDeps = {
  readonly pool: Pool
  readonly logger: FastifyBaseLogger
  readonly obey: (command: MarketCommand) => Promise<MarketAnswer>
  /** Whether this process reads the market; of several, only that one obeys. */
  readonly isMine?: () => boolean
}

/** Uses the shared database: write access to it identifies the operator. Nothing is queued: commands to a stopped server fail. */
export class MarketCommandListener implements ServerModule {
  readonly name = 'market commands'
  readonly #deps: ListenerDeps
  #client: PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: ListenerDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    try {
      const client = await this.#deps.pool.connect()
      if (this.#isStopped) return client.release()
      this.#client = client
      client.on('error', () => this.#lost(client))
      client.on('notification', ({ payload }) => void this.#hear(payload))
      await client.query(`listen ${ASK}`)
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'the market does not hear the command line; trying again')
      if (this.#client !== undefined) this.#lost(this.#client)
      else this.#startLater()
    }
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#client?.release(true)
    this.#client = undefined
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.release(true)
    this.#startLater()
  }

  #startLater(): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.start(), TRY_AGAIN_MS).unref()
  }

  async #hear(payload: string | undefined): Promise<void> {
    const asked = parsed(question, payload)
    const { pool, logger, obey, isMine } = this.#deps
    if (asked === undefined || isMine?.() === false) return
    const sendAnswer = (fields: Partial<MarketAnswer>) =>
      pool.query('select pg_notify($1, $2)', [ANSWER, JSON.stringify({ id: asked.id, ...fields })])
    try {
      await sendAnswer({})
      const { text, isDone } = await obey(asked.command).catch((error: unknown): MarketAnswer => {
        if (error instanceof AppError) return { text: error.detail, isDone: false }
        logger.error({ err: error }, 'the market could not do as the operator asked')
        return { text: NOT_DONE, isDone: false }
      })
      await sendAnswer({ text: text.slice(0, MAX_MESSAGE_LENGTH), isDone })
    } catch (error) {
      logger.warn({ err: error }, 'the command line could not be answered')
    }
  }
}

type Asking = { readonly receivedMs?: number; readonly answerMs?: number }

/** Detects within seconds whether a server is listening. @returns undefined if no capable server is running */
export async function sendMarketCommand(
  pool: Pool,
  command: MarketCommand,
  { receivedMs = RECEIVED_MS, answerMs = ANSWER_MS }: Asking = {},
): Promise<MarketAnswer | undefined> {
  const id = randomUUID()
  const client = await pool.connect()
  const answered = Promise.withResolvers<MarketAnswer | undefined>()
  let timer = setTimeout(() => answered.resolve(undefined), receivedMs)
  try {
    client.on('notification', ({ payload }) => {
      const reply = parsed(answer, payload)
      if (reply?.id !== id) return
      clearTimeout(timer)
      if (reply.text !== undefined) answered.resolve({ text: reply.text, isDone: reply.isDone === true })
      else timer = setTimeout(() => answered.resolve({ text: STILL_AT_IT, isDone: false }), answerMs)
    })
    await client.query(`listen ${ANSWER}`)
    await client.query('select pg_notify($1, $2)', [ASK, JSON.stringify({ id, command })])
    return await answered.promise
  } finally {
    clearTimeout(timer)
    client.release(true)
  }
}

type CommandDeps = { readonly goLive: () => Promise<MarketAnswer>; readonly replay: Pick<ReplayService, 'view' | 'obey'> }

export const marketCommands =
  ({ goLive, replay }: CommandDeps) =>
  async (command: MarketCommand): Promise<MarketAnswer> => {
    if (command === 'live') return await goLive()
    return { isDone: true, text: replayText(command === 'replay' ? replay.view() : await replay.obey(command)) }
  }

const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const replayText = ({ state, speed, market_time, from, end }: ReplayView): string =>
  `The replay is ${state} at ${instant(market_time)}, speed ${speed}. The recording runs from ${instant(from)} to ${instant(end)}.`
