import type { PlaceOutcome } from '@aerie/apex/apex-client'
import { orderForm, type SignedIntent } from '@aerie/apex/order-form'
import type { ApexSymbol } from '@aerie/apex/replies'
import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import { type Clock, DAY_MS, elapsedMs, MINUTE_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { ApexLiveOrder, ApexOrderBody } from '@aerie/wire/apex-orders'
import type { Db } from '../../platform/db/client.ts'
import { commandHash } from '../../platform/db/command-hash.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { ApexAccount } from './apex-account.ts'
import { fromApex } from './apex-errors.ts'
import { liveOrderAnswer, SIGN_WITHIN_MS } from './live-order-answer.ts'
import type { LiveOrderRepository, LiveOrderRow } from './live-order-repository.ts'
import type { liveOrderTwins } from './live-order-twin.ts'
import type { SignerFile } from './signer-file.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

/** Validity of a signature. */
const VALID_MS = 28 * DAY_MS
/** Latest send after being stored as sent: orders unknown to ApeX for long are considered rejected. */
const SEND_WITHIN_MS = MINUTE_MS
/** Per user; the daily cap limits storage, as orders are kept forever. */
const PACE = { burst: 5, perSecond: 1 }
const MOST_A_DAY = 1_000
const SHOWN = { newest: 20, onBook: 100 }
const SYMBOLS_MS = 5 * MINUTE_MS

/** @param tx must hold the lock of the user's row */
export type IsLeaving = (tx: Db, userId: string) => Promise<boolean>

type Deps = {
  readonly signer: SignerFile
  readonly repository: LiveOrderRepository
  readonly accounts: Pick<WatchedAccounts, 'accountOf'>
  readonly twins: ReturnType<typeof liveOrderTwins>
  readonly isLeaving: IsLeaving
  readonly accountIdOf: (userId: string) => Promise<string | undefined>
  readonly clock: Clock
}

/** Live orders: prepared and stored here, signed in the browser, sent once. */
export function liveOrders(deps: Deps) {
  const { signer, repository, accounts, twins, clock } = deps
  const pace = keyedTokenBuckets({ clock, ...PACE })
  const symbolsOf = knownSymbols(clock)
  const answer = async (row: LiveOrderRow): Promise<ApexLiveOrder> => liveOrderAnswer(twins.resolve(row), await twins.factsOf(row))
  const requireOn = (): void => {
    if (!signer.isOn) throw new AppError('rule_broken', { reason: 'apex_live_off', detail: signer.reason })
  }
  const takeSlot = async (userId: string): Promise<void> => {
    if (!pace.take(userId, 1)) throw new AppError('rate_limited', { detail: 'You can send one live order a second.', retryAfterSeconds: 1 })
    if ((await repository.countSince(userId, new Date(clock.now() - DAY_MS))) >= MOST_A_DAY)
      throw new AppError('rate_limited', { detail: `You can send ${MOST_A_DAY} live orders a day.`, retryAfterSeconds: 3_600 })
  }
  const send = sending(deps)
  return {
    requireOn,
    answer,
    symbols: async (userId: string): Promise<readonly ApexSymbol[]> => await symbolsOf(await accounts.accountOf(userId)),
    /** Idempotent for the same id and body. @throws AppError bad_input at its field; rule_broken, conflict `client_id_used` */
    prepare: async (userId: string, body: ApexOrderBody): Promise<{ readonly order: ApexLiveOrder; readonly isRepeated: boolean }> => {
      requireOn()
      const hash = commandHash('apex', body)
      const named = { userId, clientId: body.client_id }
      const known = await repository.find(named)
      if (known !== undefined) return { order: await answer(sameOrder(known, hash)), isRepeated: true }
      await takeSlot(userId)
      const account = await accounts.accountOf(userId)
      const intent = await intentOf(account, body, await symbolsOf(account))
      const preparedAt = new Date(clock.now())
      const row = { ...named, hash, account: intent.account, intent, state: 'prepared', preparedAt } as const
      const stored = await repository.insert(row)
      if (stored !== undefined) return { order: await answer(stored), isRepeated: false }
      const meanwhile = await repository.find(named)
      if (meanwhile === undefined) throw new AppError('conflict')
      return { order: await answer(sameOrder(meanwhile, hash)), isRepeated: true }
    },
    /** Sends once; a repeated call returns the order's state. @throws AppError if nothing was sent */
    send: async (userId: string, clientId: string, signature: string): Promise<ApexLiveOrder> => {
      requireOn()
      const row = await repository.find({ userId, clientId })
      if (row === undefined) throw new AppError('not_found', { detail: 'You have no such live order.' })
      return await answer(row.state === 'prepared' ? await send(row, signature) : row)
    },
    list: async (userId: string): Promise<ApexLiveOrder[]> => await Promise.all((await repository.shown(userId, SHOWN)).map(answer)),
  }
}

function sameOrder(row: LiveOrderRow, hash: Buffer): LiveOrderRow {
  if (!row.hash.equals(hash))
    throw new AppError('conflict', { reason: 'client_id_used', detail: 'This client id was used for another order.' })
  return row
}

function knownSymbols(clock: Clock) {
  let known: { readonly symbols: readonly ApexSymbol[]; readonly readAt: number } | undefined
  return async (account: ApexAccount): Promise<readonly ApexSymbol[]> => {
    if (known === undefined || elapsedMs(clock) - known.readAt > SYMBOLS_MS)
      known = { symbols: await fromApex(account.ask((client) => client.symbols())), readAt: elapsedMs(clock) }
    return known.symbols
  }
}

async function intentOf(account: ApexAccount, body: ApexOrderBody, symbols: readonly ApexSymbol[]): Promise<SignedIntent> {
  const symbol = symbols.find((one) => one.symbol === body.symbol)
  checkOrder(body, symbol)
  const { owner, now } = await fromApex(account.ask(async (client) => ({ owner: await client.account(), now: await client.now() })))
  const { takerFeeRate = null, makerFeeRate = null } = owner.contractAccount ?? {}
  if (takerFeeRate === null || makerFeeRate === null)
    throw new AppError('rule_broken', {
      reason: 'apex_no_rates',
      detail: 'ApeX Omni did not give the fee rates of your account. Place this order on ApeX Omni itself.',
    })
  return {
    clientId: body.client_id,
    symbol: body.symbol,
    side: body.side,
    type: body.type,
    size: body.size,
    price: body.price,
    trigger: body.trigger ?? null,
    timeInForce: body.time_in_force,
    isPostOnly: body.post_only,
    isReduceOnly: body.reduce_only,
    takerFeeRate,
    makerFeeRate,
    expiresAtMs: now + VALID_MS,
    account: owner.id,
    pair: symbol.l2PairId,
  }
}

type Judged = Pick<LiveOrderRow, 'state' | 'code' | 'reason' | 'reported' | 'judgedAt' | 'endedAt'>

/** Each step is stored before the next: after a crash, at most what is stored as sent has been sent. */
function sending({ repository, accounts, twins, accountIdOf, isLeaving, clock }: Deps) {
  const refused = async (row: LiveOrderRow, reason: string): Promise<LiveOrderRow> => {
    const at = new Date(clock.now())
    const change = { state: 'refused', code: 'not_sent', reason, judgedAt: at, endedAt: at } as const
    return (await repository.advance(row, ['prepared'], change)) ?? (await present(row))
  }
  const present = async (row: LiveOrderRow): Promise<LiveOrderRow> => (await repository.find(row)) ?? row
  const handOn = async (row: LiveOrderRow, account: ApexAccount, placing: Promise<PlaceOutcome>): Promise<LiveOrderRow> => {
    const outcome = await placing
    if (outcome.kind === 'unknown' && outcome.restMs !== undefined) account.rest(outcome.restMs)
    const judged = await repository.advance(row, ['sent', 'unknown'], judgedAs(outcome, new Date(clock.now())))
    if (judged?.state === 'refused') void twins.end(judged)
    return judged ?? (await present(row))
  }
  return async (row: LiveOrderRow, signature: string): Promise<LiveOrderRow> => {
    if (clock.now() - row.preparedAt.getTime() > SIGN_WITHIN_MS)
      return await refused(row, 'It was not signed within two minutes. Nothing was sent.')
    const account = await accounts.accountOf(row.userId)
    if (account.owner !== row.account || (await accountIdOf(row.userId)) !== row.account)
      return await refused(row, 'The key now belongs to another account at ApeX Omni. Nothing was sent.')
    // Pushes report the order sooner than polling, which is the fallback.
    void account.watch().catch(() => undefined)
    return await account.ask(async (client) => {
      const signed = await repository.sign(row, { askedAt: new Date(clock.now()), isLeaving })
      if (signed === 'leaving')
        return await refused(row, 'Your account will be deleted. Keep your account first, in Account: then you can send live orders again.')
      const by = elapsedMs(clock) + SEND_WITHIN_MS
      const sent = signed && (await repository.advance(row, ['signed'], { state: 'sent', sentAt: new Date(clock.now()) }))
      if (sent === undefined) return await present(row)
      // Not awaited: a live order never waits for its twin.
      void twins.place(sent)
      return await handOn(sent, account, client.place(orderForm(row.intent), signature, by))
    })
  }
}

function judgedAs(outcome: PlaceOutcome, at: Date): Partial<Judged> {
  if (outcome.kind === 'accepted') return { state: 'accepted', code: null, reason: null, reported: outcome.order, judgedAt: at }
  if (outcome.kind === 'unknown')
    return {
      state: 'unknown',
      code: null,
      reason: `ApeX Omni ${outcome.message}. Aerie asks until it is known, and never sends the order again.`,
    }
  const notSent = NOT_SENT[outcome.code]
  if (notSent !== undefined) return { state: 'refused', code: 'not_sent', reason: notSent, judgedAt: at, endedAt: at }
  return { state: 'refused', code: outcome.code, reason: `ApeX Omni says: ${outcome.message}`, judgedAt: at, endedAt: at }
}

const NOT_SENT: Readonly<Record<string, string>> = {
  not_sent: 'ApeX Omni did not answer before the order was sent. Nothing was sent.',
  too_late: 'It could not be sent within a minute. Nothing was sent.',
}

type Field = 'size' | 'price' | 'trigger' | 'post_only' | 'time_in_force'
type Faults = Partial<Record<Field, string[]>>

/** In units of 10⁻¹²; undefined unless above 0. */
function positive(text: string | null | undefined): bigint | undefined {
  const parsed = parseDecimal(text ?? '', DECIMALS.price)
  return parsed.ok && parsed.value > 0n ? parsed.value : undefined
}

function stepFault(text: string, step: string | null): string | undefined {
  const value = positive(text)
  if (value === undefined) return 'use a plain decimal number above 0'
  const each = positive(step)
  return each !== undefined && value % each !== 0n ? `use a multiple of ${step ?? ''}` : undefined
}

function sizeFault(size: string, { stepSize, minOrderSize, maxOrderSize }: ApexSymbol): string | undefined {
  const fault = stepFault(size, stepSize)
  if (fault !== undefined) return fault
  const [value, least, most] = [positive(size), positive(minOrderSize), positive(maxOrderSize)]
  if (value !== undefined && least !== undefined && value < least) return `at least ${minOrderSize ?? ''}`
  if (value !== undefined && most !== undefined && value > most) return `at most ${maxOrderSize ?? ''}`
  return undefined
}

const waits = (type: ApexOrderBody['type']): boolean => type !== 'limit' && type !== 'market'

function triggerFault({ type, trigger }: ApexOrderBody, tick: string | null): string | undefined {
  if (!waits(type)) return trigger === undefined ? undefined : 'this type has no trigger price'
  return trigger === undefined ? 'this type needs a trigger price' : stepFault(trigger, tick)
}

/** A triggered order whose worst price is on the wrong side of its trigger would never trade. */
function worstFault({ type, side, price, trigger }: ApexOrderBody): string | undefined {
  if (type !== 'stop' && type !== 'take_profit') return undefined
  const [worst, set] = [positive(price), positive(trigger)]
  if (worst === undefined || set === undefined) return undefined
  if (side === 'buy') return worst < set ? 'a buy must be able to pay its trigger price: use it or more' : undefined
  return worst > set ? 'a sell must be able to take its trigger price: use it or less' : undefined
}

/** ApeX checks margin and price bands. @throws AppError bad_input per field; rule_broken if the instrument is not traded */
function checkOrder(body: ApexOrderBody, symbol: ApexSymbol | undefined): asserts symbol is ApexSymbol {
  if (
    symbol === undefined ||
    symbol.enableTrade === false ||
    positive(symbol.tickSize) === undefined ||
    positive(symbol.stepSize) === undefined
  )
    throw new AppError('rule_broken', { reason: 'apex_not_traded', detail: 'This market cannot be traded on ApeX Omni now.' })
  const faults: Faults = {}
  const note = (field: Field, fault: string | undefined): void => {
    if (fault !== undefined) faults[field] = [fault]
  }
  note('size', sizeFault(body.size, symbol))
  note('price', stepFault(body.price, symbol.tickSize) ?? worstFault(body))
  note('trigger', triggerFault(body, symbol.tickSize))
  note(
    'post_only',
    body.post_only && (body.type !== 'limit' || body.time_in_force !== 'gtc') ? 'only a limit order can be post only' : undefined,
  )
  note(
    'time_in_force',
    body.type === 'market' && body.time_in_force === 'gtc' ? 'a market order is good at once or not at all: use ioc or fok' : undefined,
  )
  const [field] = Object.keys(faults)
  if (field !== undefined)
    throw new AppError('bad_input', { detail: `Check the order’s ${field.replaceAll('_', ' ')}. Nothing was sent.`, errors: { ...faults } })
}
