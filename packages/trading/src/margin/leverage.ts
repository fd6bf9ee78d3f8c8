import { type MicroUsdc, microUsdc } from '@aerie/core/numbers/units'
import type { EventBody } from '../events.ts'
import { leverageLimitAt } from '../instrument.ts'
import { posting } from '../ledger.ts'
import { type Position, worthOf } from '../matching/fill.ts'
import type { MarginMode, Order } from '../orders/order.ts'
import type { Reason } from '../reasons.ts'
import { type AccountState, activeOrders } from '../state.ts'
import { emit, marketOf, type Turn } from '../turn.ts'
import { freeMargin, initialMarginOf, leverageOf, markOf, modeOf } from './margin.ts'
import { isLeverageAllowed, isReducing } from './margin-check.ts'

type LeverageCheck = { readonly turn: Turn; readonly reason: Reason | undefined; readonly bodies: readonly EventBody[] }

type Setting = { readonly leverage: bigint; readonly mode: MarginMode }

/** Account with another setting for one market; shares unchanged parts, so treat as read-only. */
function withSetting(state: AccountState, symbol: string, setting: Setting): AccountState {
  const held = state.positions.get(symbol)
  const positions = held === undefined ? state.positions : new Map(state.positions).set(symbol, { ...held, leverage: setting.leverage })
  return { ...state, positions, settings: new Map(state.settings).set(symbol, setting) }
}

/** Checks an order under its requested leverage, used by the returned turn. Reduce-only orders never change leverage or mode. */
export function checkLeverage(turn: Turn, order: Order): LeverageCheck {
  const { symbol, leverage = leverageOf(turn.state, symbol), margin = modeOf(turn.state, symbol) } = order.terms
  const setting = { leverage, mode: margin }
  const isSame = leverage === leverageOf(turn.state, symbol) && margin === modeOf(turn.state, symbol)
  if (!isLeverageAllowed(turn, order, leverage)) return { turn, reason: 'perpMaxPositionRejected', bodies: [] }
  if (isSame || isReducing(turn, order)) return { turn, reason: undefined, bodies: [] }
  const refused = settingRefusal(turn, symbol, setting)
  if (refused !== undefined) return { turn, reason: refused, bodies: [] }
  const state = withSetting(turn.state, symbol, setting)
  return { turn: { ...turn, state }, reason: undefined, bodies: [settingEvent(state, symbol, setting)] }
}

const settingEvent = (state: AccountState, symbol: string, { leverage, mode }: Setting): EventBody => ({
  kind: 'leverageSet',
  symbol,
  leverage,
  mode,
  position: state.positions.get(symbol) ?? null,
})

/** A market with a position or active orders keeps its margin mode; lower leverage requires more margin. */
function settingRefusal(turn: Turn, symbol: string, setting: Setting): Reason | undefined {
  const position = turn.state.positions.get(symbol)
  const isBusy = position !== undefined || activeOrders(turn.state, symbol).length > 0
  if (isBusy && setting.mode !== modeOf(turn.state, symbol)) return 'perpMarginRejected'
  if (position?.mode === 'isolated') return isolatedRefusal(turn, position, setting.leverage)
  const free = isBusy ? freeMargin(withSetting(turn.state, symbol, setting), turn.markets) : microUsdc(0n)
  return isBusy && setting.leverage < leverageOf(turn.state, symbol) && free < 0n ? 'perpMarginRejected' : undefined
}

/** An isolated position's own margin must suffice for the lower leverage, whatever the account holds. */
function isolatedRefusal(turn: Turn, position: Position, leverage: bigint): Reason | undefined {
  const needed = initialMarginOf({ ...position, leverage, mode: 'cross' }, markOf(turn.markets, position.symbol))
  return leverage < position.leverage && position.margin < needed ? 'perpMaxPositionRejected' : undefined
}

/** Sets the leverage of a market for its position and orders. */
export function setLeverage(turn: Turn, symbol: string, setting: Setting): Reason | undefined {
  const { instrument, mark } = marketOf(turn, symbol)
  const position = turn.state.positions.get(symbol)
  const limit = position === undefined || mark === undefined ? instrument.maxLeverage : leverageLimitAt(instrument, worthOf(position, mark))
  if (setting.leverage < 1n || setting.leverage > limit) return 'perpMaxPositionRejected'
  const reason = settingRefusal(turn, symbol, setting)
  if (reason === undefined) emit(turn, settingEvent(withSetting(turn.state, symbol, setting), symbol, setting))
  return reason
}

/** Moves cash into (negative: out of) an isolated position's margin, never below the initial margin at the mark. */
export function moveMargin(turn: Turn, symbol: string, amount: MicroUsdc): Reason | undefined {
  const position = turn.state.positions.get(symbol)
  if (position === undefined || position.mode !== 'isolated') return 'noPosition'
  const margin = microUsdc(position.margin + amount)
  const needed = initialMarginOf({ ...position, mode: 'cross' }, markOf(turn.markets, symbol))
  const isTooLow = amount < 0n && margin < needed
  if (isTooLow || (amount > 0n && amount > freeMargin(turn.state, turn.markets))) return 'perpMarginRejected'
  const lines = posting({ 'user:cash': -amount, [`user:isolated:${symbol}` as const]: amount })
  emit(turn, { kind: 'marginMoved', position: { ...position, margin }, lines })
  return undefined
}
