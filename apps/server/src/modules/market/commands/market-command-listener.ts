import { randomUUID } from 'node:crypto'
import { type ReplayCommand, replayCommand } from '@aerie/wire/market/replay'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { ServerModule } from '../../../lifecycle.ts'
import { AppError } from '../../../plugins/app-error.ts'

const ASK = 'aerie_market_ask'
const ANSWER = 'aerie_market_answer'
const WORDS_MOST = 2_000
const TRY_AGAIN_MS = 5_000
/** A change of the source takes as long as its start. */
const ANSWER_MS = 30_000

/** What the operator asks of the running market: the live one, how its replay stands, or something of the replay. */
const marketCommand = z.union([z.literal('live'), z.literal('replay'), replayCommand])
export type MarketCommand = 'live' | 'replay' | ReplayCommand

const question = z.object({ id: z.uuid(), command: marketCommand })
const answer = z.object({ id: z.uuid(), words: z.string() })

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
  /** Resolves to what has become of it, in words. */
  readonly obey: (command: MarketCommand) => Promise<string>
}

/**
 * The running server's end of `aerie admin market …`: the command and the server share the database, and whoever may write
 * to that is the operator. Nothing is kept: a server that does not run is not asked.
 */
export class MarketCommandListener implements ServerModule {
  readonly name = 'market commands'
  readonly #deps: ListenerDeps
  #client: PoolClient | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: ListenerDeps) {
    this.#deps = deps
  }

  /** Listens, and again whenever the connection is lost. Never rejects. */
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
    if (asked === undefined) return
    const { pool, logger, obey } = this.#deps
    try {
      const words = await obey(asked.command).catch((error: unknown) => {
        if (error instanceof AppError) return error.detail
        logger.error({ err: error }, 'the market could not do as the operator asked')
        return 'The market could not do that; the log of the server says why.'
      })
      await pool.query('select pg_notify($1, $2)', [ANSWER, JSON.stringify({ id: asked.id, words: words.slice(0, WORDS_MOST) })])
    } catch (error) {
      logger.warn({ err: error }, 'the command line could not be answered')
    }
  }
}

/**
 * Asks something of the market of the running server.
 *
 * @returns its answer in words; undefined when no server that could do so is running
 */
export async function sendMarketCommand(pool: Pool, command: MarketCommand, waitMs = ANSWER_MS): Promise<string | undefined> {
  const id = randomUUID()
  const client = await pool.connect()
  const answered = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => answered.resolve(undefined), waitMs)
  try {
    client.on('notification', ({ payload }) => {
      const told = parsed(answer, payload)
      if (told?.id === id) answered.resolve(told.words)
    })
    await client.query(`listen ${ANSWER}`)
    await client.query('select pg_notify($1, $2)', [ASK, JSON.stringify({ id, command })])
    return await answered.promise
  } finally {
    clearTimeout(timer)
    client.release(true)
  }
}
