import { DECIMALS, microUsdc } from '@aerie/core/numbers/units'
import { type Clock, SECOND_MS } from '@aerie/core/time'
import type { Command } from '@aerie/trading/commands'
import type { TradingEvent } from '@aerie/trading/events'
import { isEnded, type Order } from '@aerie/trading/orders/order'
import { cancelPlanOf } from '@aerie/trading/orders/terms'
import { REASONS, type Reason } from '@aerie/trading/reasons'
import { storedPart } from '@aerie/trading/stored/stored'
import type { OrderBody } from '@aerie/wire/trading/trading'
import type { ScheduledCancel, ScheduledCancelBody } from '@aerie/wire/trading/trading-account'
import type { OrderPreview, orderChange, TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { positionClose, positionLeverage, positionMargin } from '@aerie/wire/trading/trading-positions'
import type * as z from 'zod/mini'
import { commandHash } from '../../platform/db/command-hash.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { CommandAnswer } from './accounts/account-batch.ts'
import type { LiveAccount } from './accounts/live-account.ts'
import type { DecisionOf } from './accounts/trip-keeper.ts'
import { accountAnswer, orderAnswer, positionAnswer, scheduledAnswer } from './answers.ts'
import type { Broker } from './broker.ts'
import { type CommandKind, commandLimits } from './command-limits.ts'
import type { FollowedMarkets } from './markets/followed-markets.ts'
import { previewOrder } from './preview.ts'
import { badField, readChange, readField, readPart, readTerms } from './read-body.ts'
import type { AccountRow, OrderRow } from './store.ts'

/** Set while this process holds the trading duty. */
export type ActiveTrading = { readonly broker: Broker; readonly followed: FollowedMarkets }

type Deps = {
  readonly active: () => ActiveTrading
  readonly clock: Clock
  readonly decisionOf: DecisionOf
}

/** `account`: what the client believes to be the current account. */
export type Sender = { readonly userId: string; readonly account?: string | undefined }

const MOST_ACCOUNTS = 50
const DEPOSITS = [10_000_000n, 1_000_000_000_000_000n] as const

export type TradingService = ReturnType<typeof tradingService>

export const tradingService = (deps: Deps) => {
  const access = accountAccess(deps)
  return { present: access.present, ...accountCommands(access), ...orderCommands(access, deps.decisionOf), ...positionCommands(access) }
}

/** A restarted replay stays behind its newest event, so it counts as another market; other markets catch up. */
const aheadOfMarket = (live: LiveAccount): AppError =>
  live.row.sourceKind === 'replay'
    ? new AppError('conflict', {
        reason: 'source_changed',
        detail: 'This replay is now earlier than the prices the account has seen. Reset the account to trade.',
      })
    : new AppError('unavailable', {
        detail:
          'The market clock is behind the last entry of the account. Trading is possible again once it has caught up, or after a reset.',
        retryAfterSeconds: Math.ceil(live.aheadMs() / SECOND_MS),
      })

type Access = ReturnType<typeof accountAccess>

const accountAccess = ({ active, clock }: Deps) => {
  const limits = commandLimits(clock)
  /** The user's current account; commands for another one are refused. */
  const present = async ({ userId, account }: Sender): Promise<LiveAccount> => {
    const { broker } = active()
    const live = await broker.present(userId)
    if (account !== undefined && account !== live.id) throw await otherAccount(broker, userId, account)
    return live
  }
  const forCommand = async (sender: Sender, kind: CommandKind = 'order'): Promise<LiveAccount> => {
    limits.takeCommand(sender.userId, kind)
    const live = await present(sender)
    if (live.isAhead()) throw aheadOfMarket(live)
    return live
  }
  /** Idempotent by client ID: a repeated command returns the original outcome. */
  const once = (live: LiveAccount, { kind, body, clientId, symbol, command }: Once): Promise<Outcome> => {
    const { broker, followed } = active()
    const used = { clientId, hash: commandHash(kind, body) }
    return broker.command<Outcome>(live.row, {
      used,
      prepare: async (account) => {
        const before = await broker.usedFor(account, clientId)
        if (before !== undefined) return await repeated(broker, live.id, before, used.hash)
        await followed.ready(symbol)
        requireMarks(account, followed)
        return undefined
      },
      command: () => command,
      answer: (account, events) => outcomeOf(account, events, clientId),
    })
  }
  return { active, limits, present, forCommand, once }
}

const accountCommands = ({ active, limits, present, forCommand }: Access) => ({
  account: async (userId: string) => accountAnswer(shown(await settled(await present({ userId })))),
  reset: async (userId: string, deposit: string) => {
    const amount = microUsdc(readField('deposit', deposit, DECIMALS.usdc))
    if (amount < DEPOSITS[0] || amount > DEPOSITS[1]) throw badField('deposit', 'from 10 to 1,000,000,000 USDC')
    const { broker } = active()
    limits.takeReset(userId, broker.source.kind === 'live')
    const accounts = await broker.repository.ownAccountsOf(userId)
    if (accounts.length >= MOST_ACCOUNTS)
      throw new AppError('rule_broken', {
        reason: 'too_many_accounts',
        detail: `You can have ${MOST_ACCOUNTS} accounts, closed ones included.`,
      })
    return accountAnswer(shown(await settled(await broker.reset(userId, amount))))
  },
  /** Starts or renews the dead-man switch; undefined turns it off. Needs no price, like a cancel. */
  scheduleCancel: async (sender: Sender, body: ScheduledCancelBody | undefined) => {
    const live = await forCommand(sender, 'deadMan')
    const plan = body === undefined ? null : cancelPlanOf(body)
    return active().broker.command<{ readonly setting: ScheduledCancel | null }>(live.row, {
      command: () => ({ kind: 'scheduleCancel', plan }),
      answer: (account) => ({ setting: scheduledAnswer(account.turn()) }),
    })
  },
  flatten: async (sender: Sender) => {
    const live = await forCommand(sender, 'flatten')
    for (const symbol of Array.from(live.state.positions.keys()))
      await active()
        .followed.ready(symbol)
        .catch(() => undefined)
    return active().broker.command(live.row, {
      // Without a price positions cannot be closed, but orders can be canceled.
      command: (account) => (account.hasMarks() ? { kind: 'flatten' } : { kind: 'cancelAll', symbol: undefined }),
      answer: (account, events) => flattenedBy(account, events),
    })
  },
})

const orderCommands = ({ active, limits, present, forCommand, once }: Access, decisionOf: DecisionOf) => ({
  place: async (sender: Sender, body: OrderBody): Promise<{ readonly order: TradingOrder; readonly isRepeated: boolean }> => {
    const asked = readTerms(body)
    const live = await forCommand(sender)
    const decision = await decisionOf(sender.userId, body)
    const terms = decision === undefined ? asked : { ...asked, decision }
    const { clientId, symbol } = terms
    const outcome = await once(live, { kind: 'order', body, clientId, symbol, command: { kind: 'order', terms } })
    const order = outcome.orders.find(({ client_id }) => client_id === clientId)
    if (order === undefined) throw refusal(outcome.refused ?? 'unknownOrder')
    if (order.state === 'rejected') throw refusal(order.reason ?? 'unknownOrder', order)
    return { order, isRepeated: outcome.isRepeated }
  },
  preview: async (sender: Sender, body: OrderBody): Promise<OrderPreview> => {
    const terms = readTerms(body)
    limits.takeCommand(sender.userId, 'preview')
    const live = await present(sender)
    await active().followed.ready(terms.symbol)
    return previewOrder(live.turn(), terms)
  },
  cancel: async (userId: string, orderId: string): Promise<TradingOrder> => {
    const { live, order } = await ownOrder({ active: active(), forCommand, kind: 'cancel' }, userId, orderId)
    return changeOrder(active().broker, live, order, { kind: 'cancel', clientId: order.clientId })
  },
  modify: async (userId: string, orderId: string, body: z.output<typeof orderChange>): Promise<TradingOrder> => {
    const change = readChange(body)
    const { live, order } = await ownOrder({ active: active(), forCommand, kind: 'order' }, userId, orderId)
    await active().followed.ready(order.symbol)
    requireMarks(live, active().followed)
    return changeOrder(active().broker, live, order, { kind: 'modify', clientId: order.clientId, ...change })
  },
  cancelAll: async (sender: Sender, symbol: string | undefined): Promise<TradingOrder[]> => {
    const live = await forCommand(sender, 'cancel')
    return active().broker.command<TradingOrder[]>(live.row, {
      command: () => ({ kind: 'cancelAll', symbol }),
      answer: (account, events) => endedIn(account, events),
    })
  },
})

const positionCommands = ({ active, present, forCommand, once }: Access) => {
  const setMarket = async (live: LiveAccount, { symbol, kind, body, command }: Setting) => {
    const clientId = body.client_id
    if (clientId !== undefined) refuse(await once(live, { kind, body: { ...body, symbol }, clientId, symbol, command }))
    else {
      await active().followed.ready(symbol)
      requireMarks(live, active().followed)
      const answer = (account: LiveAccount, events: readonly TradingEvent[]) => outcomeOf(account, events, symbol)
      refuse(await active().broker.command<Outcome>(live.row, { command: () => command, answer }))
    }
    return settingAnswer(await settled(await present({ userId: live.row.userId })), symbol)
  }
  return {
    close: async (sender: Sender, symbol: string, body: z.output<typeof positionClose>) => {
      const part = readPart(body.fraction)
      const live = await forCommand(sender)
      const { client_id: clientId } = body
      const command = { kind: 'close', symbol, fraction: part, clientId } as const
      return closed(await once(live, { kind: 'close', body: { ...body, symbol }, clientId, symbol, command }))
    },
    reverse: async (sender: Sender, symbol: string, clientId: string) => {
      const live = await forCommand(sender)
      return closed(
        await once(live, { kind: 'reverse', body: { symbol }, clientId, symbol, command: { kind: 'reverse', symbol, clientId } }),
      )
    },
    rearm: async (sender: Sender, symbol: string, clientId: string) => {
      const live = await forCommand(sender)
      return closed(await once(live, { kind: 'rearm', body: { symbol }, clientId, symbol, command: { kind: 'rearm', symbol, clientId } }))
    },
    margin: async (sender: Sender, symbol: string, body: z.output<typeof positionMargin>) => {
      const amount = microUsdc(readField('amount', body.amount, DECIMALS.usdc))
      if (amount === 0n) throw badField('amount', 'not 0')
      return setMarket(await forCommand(sender), { symbol, kind: 'margin', body, command: { kind: 'margin', symbol, amount } })
    },
    leverage: async (sender: Sender, symbol: string, body: z.output<typeof positionLeverage>) => {
      const live = await forCommand(sender)
      const mode = body.margin ?? live.state.positions.get(symbol)?.mode ?? live.state.settings.get(symbol)?.mode ?? 'cross'
      return setMarket(live, {
        symbol,
        kind: 'leverage',
        body,
        command: { kind: 'leverage', symbol, leverage: BigInt(body.leverage), mode },
      })
    },
  }
}

type Once = {
  readonly kind: string
  readonly body: unknown
  readonly clientId: string
  readonly symbol: string
  readonly command: Command
}
type Setting = {
  readonly symbol: string
  readonly kind: string
  readonly body: { readonly client_id?: string | undefined }
  readonly command: Command
}
type Outcome = {
  readonly orders: readonly TradingOrder[]
  readonly refused: Reason | undefined
  readonly isRepeated: boolean
  readonly position: ReturnType<typeof positionAnswer> | null
}

/** Waits until all decisions are stored, so that responses only show durable state. */
export async function settled(live: LiveAccount): Promise<LiveAccount> {
  await live.stored
  return live
}

export const shown = (live: LiveAccount) => ({ row: live.row, turn: live.turn() })

const orderIn = (live: LiveAccount, clientId: string): TradingOrder | undefined => {
  const order = live.state.orders.get(clientId)
  return order && orderAnswer(live.id, order, live.turn())
}

/** Orders a command created under its client ID: one for a close, two for a reverse, the parent for a scaled order. */
function outcomeOf(live: LiveAccount, events: readonly TradingEvent[], clientId: string): Outcome {
  const names = events.flatMap((event) => (event.kind === 'accepted' || event.kind === 'rejected' ? [event.order.terms.clientId] : []))
  const own = names.filter((name) => name === clientId || name === `${clientId}:open`)
  const orders = own.flatMap((name) => orderIn(live, name) ?? [])
  const refused = events.find((event) => event.kind === 'refused')?.reason
  const position = live.state.positions.get(orders[0]?.symbol ?? '')
  return { orders, refused, isRepeated: false, position: position === undefined ? null : positionAnswer(shown(live), position) }
}

async function repeated(
  broker: Broker,
  accountId: string,
  { hash, answer }: { hash: Buffer; answer: CommandAnswer },
  asked: Buffer,
): Promise<Outcome> {
  if (!hash.equals(asked)) throw new AppError('conflict', { reason: 'client_id_used', detail: 'This client id has already been used.' })
  const rows = answer.orders.length === 0 ? [] : await broker.repository.ordersNamed(accountId, answer.orders)
  const live = broker.inMemory(accountId)
  const orders = rows.map((row) => orderAnswer(accountId, storedPart<Order>(row.body), live?.turn()))
  const position = live?.state.positions.get(orders[0]?.symbol ?? '')
  return {
    orders,
    refused: answer.refused,
    isRepeated: true,
    position: live === undefined || position === undefined ? null : positionAnswer(shown(live), position),
  }
}

const endedIn = (live: LiveAccount, events: readonly TradingEvent[]): TradingOrder[] =>
  events.flatMap((event) => (event.kind === 'ended' ? (orderIn(live, event.clientId) ?? []) : []))

function flattenedBy(live: LiveAccount, events: readonly TradingEvent[]) {
  const closing = events.flatMap((event) =>
    event.kind === 'accepted' || event.kind === 'rejected' ? (orderIn(live, event.order.terms.clientId) ?? []) : [],
  )
  const isClosing = (symbol: string): boolean => closing.some((order) => order.symbol === symbol && order.state !== 'rejected')
  const reasonOf = (symbol: string): Reason => closing.find((order) => order.symbol === symbol)?.reason ?? 'staleBookRejected'
  const own = new Set(closing.map(({ client_id }) => client_id))
  return {
    canceled: endedIn(live, events).filter(({ client_id }) => !own.has(client_id)),
    closing: closing.filter(({ state }) => state !== 'rejected'),
    waiting: [...live.state.positions.keys()]
      .filter((symbol) => !isClosing(symbol))
      .map((symbol) => ({ symbol, reason: reasonOf(symbol), detail: REASONS[reasonOf(symbol)] })),
  }
}

function refuse(outcome: Outcome): Outcome {
  if (outcome.refused !== undefined) throw refusal(outcome.refused)
  return outcome
}

/** A close without an order was refused; for a reverse, the first leg counts. */
function closed(outcome: Outcome) {
  const [first] = refuse(outcome).orders
  if (first?.state === 'rejected') throw refusal(first.reason ?? 'unknownOrder', first)
  return { orders: [...outcome.orders], position: outcome.position }
}

function settingAnswer(live: LiveAccount, symbol: string) {
  const position = live.state.positions.get(symbol)
  const setting = position ?? live.state.settings.get(symbol) ?? { leverage: 1n, mode: 'cross' as const }
  return {
    symbol,
    leverage: Number(setting.leverage),
    mode: setting.mode,
    position: position === undefined ? null : positionAnswer(shown(live), position),
  }
}

/** 422 with the engine's reason, and the order if there is one. */
const refusal = (reason: Reason, order?: TradingOrder): AppError =>
  new AppError('rule_broken', { reason: reason, detail: REASONS[reason], facts: { reason }, ...(order && { members: { order } }) })

/** @throws AppError rule_broken if prices of held positions are unknown */
export function requireMarks(live: LiveAccount, followed: FollowedMarkets): void {
  if (live.hasMarks()) return
  for (const symbol of live.state.positions.keys()) followed.pin(symbol)
  throw refusal('staleBookRejected')
}

type OwnAccess = {
  readonly active: ActiveTrading
  readonly forCommand: Access['forCommand']
  readonly kind: CommandKind
}

async function ownOrder(
  { active: { broker }, forCommand, kind }: OwnAccess,
  userId: string,
  orderId: string,
): Promise<{ live: LiveAccount; order: OrderRow }> {
  const order = await broker.repository.order(orderId)
  const account = order && (await broker.repository.account(order.accountId))
  if (order === undefined || account?.userId !== userId) throw new AppError('not_found', { detail: 'This order does not exist.' })
  return { live: await forCommand({ userId, account: account.id }, kind), order }
}

async function otherAccount(broker: Broker, userId: string, accountId: string): Promise<AppError> {
  const row: AccountRow | undefined = await broker.repository.account(accountId)
  if (row?.userId !== userId) return new AppError('not_found', { detail: 'This account does not exist.' })
  return row.closedAt === null
    ? new AppError('conflict', {
        reason: 'source_changed',
        detail: 'This account belongs to another market. It is read-only.',
      })
    : new AppError('conflict', { reason: 'account_closed', detail: 'This account was closed by a reset. It is read-only.' })
}

type OrderCommand = Extract<Command, { kind: 'cancel' | 'modify' }>

/** A change to an ended order returns how it ended. */
function changeOrder(broker: Broker, live: LiveAccount, row: OrderRow, command: OrderCommand): Promise<TradingOrder> {
  return broker.command<TradingOrder>(live.row, {
    prepare: async (account) => {
      const known = account.state.orders.get(row.clientId)
      if (known !== undefined && !isEnded(known)) return undefined
      // Evaluated here: a decision would be stored on every request.
      const order = known ?? storedPart<Order>(row.body)
      const answer = orderAnswer(live.id, order)
      throw refusal(order.state === 'filled' ? 'alreadyFilled' : isEnded(order) ? 'alreadyCanceled' : 'unknownOrder', answer)
    },
    command: () => command,
    answer: (account, events) => {
      const order = orderIn(account, row.clientId)
      const refused = events.find((event) => event.kind === 'refused')
      if (refused !== undefined) throw refusal(refused.reason, order)
      if (order === undefined) throw refusal('unknownOrder')
      return order
    },
  })
}
