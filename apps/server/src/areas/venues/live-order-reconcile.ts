import { type ApexClient, HISTORY_PAGE, judgeOutcome, SETTLED_UNKNOWN_MS } from '@aerie/apex/apex-client'
import type { ApexOrder } from '@aerie/apex/replies'
import { type Clock, DAY_MS, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { AppError } from '../../platform/http/app-error.ts'
import type { ApexAccount } from './apex-account.ts'
import { ENDED, type LiveOrderRepository, type LiveOrderRow } from './live-order-repository.ts'
import { isAloneOnPaper, type liveOrderTwins } from './live-order-twin.ts'
import { APEX_MESSAGES } from './messages.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

const MOST_AT_ONCE = 100
const MOST_OF_USER = 10
const MOST_PAGES = 10
const FIRST_MS = 2 * SECOND_MS
const LONGEST_MS = MINUTE_MS
/** Ended orders still unsettled after this are no longer followed. */
const SETTLED_BY_MS = DAY_MS
/** Tolerance for clock differences with ApeX. */
const HISTORY_MARGIN_MS = 10 * MINUTE_MS

type Deps = {
  readonly repository: LiveOrderRepository
  readonly accounts: Pick<WatchedAccounts, 'accountOf'>
  readonly twins: Pick<ReturnType<typeof liveOrderTwins>, 'end'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const isSettled = ({ matched, settled }: ApexOrder): boolean => matched.size === null || matched.size === settled.size

/** Only one write lies between signed and sent: after this long the sending process has died, or its write would fail. */
const isAbandoned = ({ askedAt }: LiveOrderRow, now: number): boolean => askedAt === null || now - askedAt.getTime() > MINUTE_MS

const NO_KEY: Readonly<Record<string, string>> = {
  apex_not_linked: 'Without the deleted key, the outcome of this order cannot be checked. Save the key again.',
  apex_key_unreadable: APEX_MESSAGES.unreadable,
}

/** Polls ApeX for the outcome of live orders and follows accepted ones until they are final. Never sends. */
export function liveOrderReconcile({ repository, accounts, twins, clock, onError }: Deps) {
  const learn = async (row: LiveOrderRow, reported: ApexOrder): Promise<void> => {
    const at = clock.now()
    const isOver = ENDED.has(reported.status) && (isSettled(reported) || at - (reported.updatedAt ?? at) > SETTLED_BY_MS)
    const change = { state: 'accepted', code: null, reason: null, judgedAt: row.judgedAt ?? new Date(at) } as const
    const learned = await repository.learn(row, reported, { ...change, endedAt: isOver ? new Date(at) : null })
    if (learned !== undefined && isAloneOnPaper(learned)) void twins.end(learned)
  }
  const refuse = async (row: LiveOrderRow, code: string, reason: string): Promise<void> => {
    const at = new Date(clock.now())
    const refused = await repository.advance(row, [row.state], { state: 'refused', code, reason, judgedAt: at, endedAt: at })
    if (refused !== undefined) void twins.end(refused)
  }
  const cannotFollow = async (row: LiveOrderRow, reason: string): Promise<void> => {
    await repository.advance(row, ['sent', 'unknown'], { state: 'unknown', reason })
    await repository.advance(row, ['accepted'], { reason })
  }
  const ask = async (row: LiveOrderRow): Promise<void> => {
    if (row.state === 'signed')
      return isAbandoned(row, clock.now())
        ? await refuse(row, 'not_sent', 'The server stopped before it was sent. Nothing was sent.')
        : undefined
    if (!(await repository.takeAsking(row, new Date(clock.now())))) return
    await askApex(row, await accounts.accountOf(row.userId))
  }
  const askApex = async (row: LiveOrderRow, account: ApexAccount): Promise<void> => {
    // A missing order in another account proves nothing.
    if (account.owner !== row.account) return await cannotFollow(row, APEX_MESSAGES.ofOtherAccount)
    const found = await account.ask((client) => lookFor(client, row, clock.now()))
    const expiresAtMs = row.intent.expiresAtMs
    const verdict = judgeOutcome({ ...found, sentAtMs: sentAtOf(row), expiresAtMs, nowMs: clock.now() })
    if (verdict.kind === 'known') await learn(row, verdict.order)
    if (verdict.kind === 'never-taken' && row.state !== 'accepted')
      await refuse(row, 'never_taken', 'ApeX Omni does not know this order, and its history does not list it. It was not placed.')
  }
  const askAll = async (rows: readonly LiveOrderRow[]): Promise<void> => {
    for (const row of rows) {
      try {
        await ask(row)
      } catch (error) {
        return await cannotAsk(row, error)
      }
    }
  }
  const cannotAsk = async (row: LiveOrderRow, error: unknown): Promise<void> => {
    const why = error instanceof AppError ? NO_KEY[error.reason] : undefined
    if (why !== undefined) await repository.cannotFollow(row.userId, { reason: why, at: new Date(clock.now()) })
    // ApeX errors are not logged; they are retried.
    if (!(error instanceof AppError) && !isOfApex(error)) onError(error)
  }
  const startAll = dueLooks({ repository, clock }, askAll)
  const handleOrders = orderNews(async (userId, reported) => {
    const row = reported.clientId === null ? undefined : await repository.find({ userId, clientId: reported.clientId })
    if (row !== undefined) await learn(row, reported)
  })
  return {
    all: async (): Promise<void> => void (await Promise.all(await startAll())),
    begin: async (): Promise<void> => {
      for (const asking of await startAll()) void asking.catch(onError)
    },
    ofUser: async (userId: string): Promise<void> => askAll(await repository.open(userId, MOST_AT_ONCE)),
    one: (row: LiveOrderRow): Promise<void> => askAll([row]),
    handleOrders,
  }
}

type Ask = (rows: readonly LiveOrderRow[]) => Promise<void>

/** Each user's queries run independently, so a slow one does not block others. */
function dueLooks({ repository, clock }: Pick<Deps, 'repository' | 'clock'>, ask: Ask): () => Promise<readonly Promise<void>[]> {
  const busy = new Set<string>()
  const askOf = async (userId: string, rows: readonly LiveOrderRow[]): Promise<void> => {
    busy.add(userId)
    await ask(rows).finally(() => busy.delete(userId))
  }
  return async () => {
    const now = new Date(clock.now())
    const caps = { ofUser: MOST_OF_USER, limit: MOST_AT_ONCE, without: busy }
    const due = await repository.due({ now, firstMs: FIRST_MS, longestMs: LONGEST_MS, ...caps })
    const byUser = [...Map.groupBy(due, ({ userId }) => userId)]
    return byUser.filter(([userId]) => !busy.has(userId)).map(([userId, rows]) => askOf(userId, rows))
  }
}

const isOfApex = (error: unknown): boolean => error instanceof Error && (error.name === 'UpstreamError' || error.name === 'ApexRefusal')
const sentAtOf = ({ sentAt, preparedAt }: LiveOrderRow): number => (sentAt ?? preparedAt).getTime()

type Found = { readonly byClientId: ApexOrder | 'not-found'; readonly isAbsentFromHistory: boolean }

async function lookFor(client: ApexClient, row: LiveOrderRow, now: number): Promise<Found> {
  const order = await client.orderByClientId(row.clientId)
  if (order !== undefined) return { byClientId: order, isAbsentFromHistory: false }
  if (now - sentAtOf(row) < SETTLED_UNKNOWN_MS) return { byClientId: 'not-found', isAbsentFromHistory: false }
  const from = epochMs(sentAtOf(row) - HISTORY_MARGIN_MS)
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const orders = await client.orderHistory({ from, page })
    const found = orders.find(({ clientId }) => clientId === row.clientId)
    if (found !== undefined) return { byClientId: found, isAbsentFromHistory: false }
    if (orders.length < HISTORY_PAGE) return { byClientId: 'not-found', isAbsentFromHistory: true }
  }
  return { byClientId: 'not-found', isAbsentFromHistory: false }
}

/** Queued orders per user; excess ones are dropped and polled later. */
export const MOST_WAITING = 500

type Take = (userId: string, order: ApexOrder) => Promise<void>

/** Equal or missing timestamps: a final state wins. */
function newer(known: ApexOrder | undefined, reported: ApexOrder): ApexOrder {
  if (known === undefined) return reported
  const [before, after] = [known.updatedAt ?? 0, reported.updatedAt ?? 0]
  if (before !== after) return before > after ? known : reported
  return ENDED.has(known.status) ? known : reported
}

/** Stored sequentially per user; queued pushes of one order collapse to the newest. */
export function orderNews(take: Take) {
  const waiting = new Map<string, Map<string, ApexOrder>>()
  const addOrders = (own: Map<string, ApexOrder>, orders: readonly ApexOrder[]): void => {
    for (const order of orders) if (own.has(order.id) || own.size < MOST_WAITING) own.set(order.id, newer(own.get(order.id), order))
  }
  return async (userId: string, orders: readonly ApexOrder[]): Promise<void> => {
    const running = waiting.get(userId)
    if (running !== undefined) return addOrders(running, orders)
    const own = new Map<string, ApexOrder>()
    waiting.set(userId, own)
    addOrders(own, orders)
    try {
      for (const [id, order] of own) {
        own.delete(id)
        await take(userId, order)
      }
    } finally {
      waiting.delete(userId)
    }
  }
}
