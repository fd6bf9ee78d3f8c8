import { SECOND_MS } from '@aerie/core/time'
import { RowProblem } from '@aerie/journal/import/cells'
import type { ImportedEntry } from '@aerie/journal/import/entries'
import type { TokenRate } from '@aerie/runtime/token-bucket'
import { joinPath } from '@aerie/upstream/base-url'
import type { Environment } from '@aerie/upstream/environment'
import { type HttpAnswer, type HttpLimits, httpJson, statusFailure } from '@aerie/upstream/http-json'
import type { RateLimiter } from '@aerie/upstream/rate-limiter'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import * as z from 'zod/mini'
import type { StoredCursor } from '../../../platform/db/schema/journal.ts'

/** Makes a limiter of requests; tests make faster ones. */
export type MakeLimiter = (pace: TokenRate) => RateLimiter

export type Credentials = { readonly key: string; readonly secret: string; readonly passphrase: string }

/** The exchange does not accept the key, or the key may do more than read. The message is for its user and holds nothing of the key. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal'
  readonly kind: 'rejected' | 'may_trade'
  constructor(kind: KeyRefusal['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export type Known = {
  readonly cursors: Readonly<Record<string, StoredCursor>>
  /** Markets of the user's journal on this account, contracts and spot. */
  readonly symbols: readonly string[]
  readonly spotSymbols: readonly string[]
}

/** Parts of an account's history that can be read one by one, and what they cover, one sentence each. */
export type History = { readonly parts: readonly string[]; readonly covers: readonly string[] }

export type HistoryPage = {
  /** Namespace of the trade numbers (`keyedEntries`). */
  readonly keys: string
  /** Oldest first. */
  readonly entries: readonly ImportedEntry[]
  readonly problems: readonly string[]
  /** Where the next page begins. */
  readonly cursor: StoredCursor
  /** The part is read up to now. */
  readonly isDone: boolean
  /** Share of the part that has been read, 0 to 1. */
  readonly share: number
}

/** Reads the history of one account. Methods throw UpstreamError or KeyRefusal. */
export type ExchangeReader = {
  /** @throws KeyRefusal unless the exchange confirms that the key only reads */
  readonly check: () => Promise<void>
  readonly history: (known: Known) => Promise<History>
  readonly page: (part: string, cursor: StoredCursor | undefined) => Promise<HistoryPage>
}

export type ReaderDeps = {
  readonly env: Environment
  readonly credentials: () => Credentials
  readonly address: string
  readonly signal: AbortSignal
}

const LIMITS: HttpLimits = { headersMs: 10 * SECOND_MS, bodyMs: 20 * SECOND_MS, maxBytes: 32 * 1024 * 1024 }

export type ExchangeCall<T> = {
  readonly root: URL
  /** With its query. */
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly schema: z.ZodMiniType<T>
}

/** One request. `refusalOf` looks for an error of the exchange in a response, before its status. */
export async function exchangeCall<T>(
  { root, path, headers = {}, schema, ...call }: ExchangeCall<T>,
  {
    env,
    signal,
    refusalOf,
  }: { readonly env: Environment; readonly signal: AbortSignal; readonly refusalOf: (answer: HttpAnswer) => Error | undefined },
): Promise<T> {
  const url = joinPath(root, path)
  const answer = await httpJson({ ...call, url, headers: { accept: 'application/json', ...headers }, limits: LIMITS, signal }, env)
  const failure = refusalOf(answer) ?? statusFailure(answer, env.clock.now())
  if (failure !== undefined) throw failure
  const parsed = z.safeParse(schema, answer.body)
  if (!parsed.success) throw new UpstreamError('bad-data', 'sent a response of an unknown format')
  return parsed.data
}

/**
 * Asks the addresses of an exchange in turn until one accepts the key: a key is known only in the region of its account.
 *
 * @throws KeyRefusal if none accepts it, UpstreamError if one of the others could not be asked
 */
export async function checkRegions(roots: readonly URL[], check: (root: URL) => Promise<void>): Promise<void> {
  let refusal: KeyRefusal | undefined
  let failure: UpstreamError | undefined
  for (const root of roots) {
    try {
      return await check(root)
    } catch (error) {
      if (error instanceof KeyRefusal && error.kind === 'rejected') refusal ??= error
      else if (error instanceof UpstreamError) failure ??= error
      else throw error
    }
  }
  throw failure ?? refusal ?? new Error('an exchange has no address')
}

/** Entries of rows; a faulty row is reported and left out. Undefined: not a trade. */
export function entriesOf<Row>(
  rows: readonly Row[],
  read: (row: Row) => ImportedEntry | undefined,
): { readonly entries: readonly ImportedEntry[]; readonly problems: readonly string[] } {
  const entries: ImportedEntry[] = []
  const problems: string[] = []
  for (const row of rows) {
    try {
      const entry = read(row)
      if (entry !== undefined) entries.push(entry)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push(error.message)
    }
  }
  return { entries, problems }
}

/** A number in a cursor; `otherwise` if it has none. */
export const numberIn = (cursor: StoredCursor | undefined, name: string, otherwise: number): number => {
  const value = cursor?.[name]
  return typeof value === 'number' ? value : otherwise
}

/** A text in a cursor; empty if it has none. */
export const textIn = (cursor: StoredCursor | undefined, name: string): string => {
  const value = cursor?.[name]
  return typeof value === 'string' ? value : ''
}

/** Trades may be listed a little after they were made. */
export const OVERLAP_MS = 60 * SECOND_MS

type Window = { readonly from: number; readonly to: number; readonly page: string }
type WindowTerms = { readonly cursor: StoredCursor | undefined; readonly since: number; readonly now: number; readonly spanMs: number }

/**
 * A page of an exchange that lists newest first within windows of time. `ask` returns what identifies the next page of the window, or nothing.
 * @returns its rows, oldest first
 */
export async function windowPage<Row>(
  { cursor, since, now, spanMs }: WindowTerms,
  ask: (window: Window) => Promise<{ readonly rows: readonly Row[]; readonly next: string }>,
): Promise<{ readonly rows: readonly Row[] } & Pick<HistoryPage, 'cursor' | 'isDone' | 'share'>> {
  const page = textIn(cursor, 'page')
  // A window that has begun keeps its bounds, so that new trades do not move its pages.
  const from = page === '' ? Math.max(numberIn(cursor, 'from', 0), since) : numberIn(cursor, 'from', since)
  const to = page === '' ? Math.min(from + spanMs - 1, now) : numberIn(cursor, 'to', now)
  const { rows, next } = await ask({ from, to, page })
  const isWhole = next === ''
  const isDone = isWhole && to > now - OVERLAP_MS
  const share = now <= since ? 1 : Math.min(1, Math.max(0, (from - since) / (now - since)))
  const after = isDone ? { from: to - OVERLAP_MS } : { from: to + 1 }
  return { rows: rows.toReversed(), cursor: isWhole ? after : { from, to, page: next }, isDone, share: isDone ? 1 : share }
}
