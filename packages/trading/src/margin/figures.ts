import { type MicroUsdc, microUsdc, type Notional, notional, type Price, price, usdcCeil, usdcFloor } from '@aerie/core/numbers/units'
import { maintenanceOf } from '../instrument.ts'
import { type Position, unrealisedOf, worthOf } from '../matching/fill.ts'
import { type AccountState, balanceOf } from '../state.ts'
import {
  exactEquity,
  exactMaintenance,
  freeMargin,
  initialMarginOf,
  instrumentOf,
  liquidationPrice,
  type Markets,
  markOf,
  positionsOf,
  scopeOf,
} from './margin.ts'

/** Whether every market with a position has a mark; otherwise equity is unknown and nothing may be decided. */
export const hasMarks = (state: AccountState, markets: Markets): boolean =>
  [...state.positions.keys()].every((symbol) => markets.get(symbol)?.mark !== undefined)

/** Account value at the marks. */
export type AccountFigures = {
  readonly cash: MicroUsdc
  /** Cash, isolated margins and unrealized profit, rounded down. */
  readonly equity: MicroUsdc
  readonly unrealised: MicroUsdc
  readonly marginUsed: MicroUsdc
  readonly freeMargin: MicroUsdc
  /** Each scope rounded up. */
  readonly maintenance: MicroUsdc
  readonly notional: Notional
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)

/** Figures of an account. @throws RangeError unless `hasMarks` */
export function accountFigures(state: AccountState, markets: Markets): AccountFigures {
  const positions = [...state.positions.values()]
  const markAt = ({ symbol }: Position): Price => markOf(markets, symbol)
  const cash = balanceOf(state, 'user:cash')
  const unrealised = usdcFloor(notional(sum(positions.map((one) => unrealisedOf(one, markAt(one))))))
  const scopes = [null, ...positions.filter(({ mode }) => mode === 'isolated').map(({ symbol }) => symbol)]
  const held = scopes.filter((scope) => positionsOf(state, scope).length > 0)
  return {
    cash,
    equity: microUsdc(cash + sum(positions.map(({ margin }) => margin)) + unrealised),
    unrealised,
    marginUsed: microUsdc(sum(positions.map((one) => initialMarginOf(one, markAt(one))))),
    freeMargin: freeMargin(state, markets),
    maintenance: microUsdc(sum(held.map((scope) => usdcCeil(exactMaintenance(state, markets, scope))))),
    notional: notional(sum(positions.map((one) => worthOf(one, markAt(one))))),
  }
}

/** The account if marks of its positions were others and nothing else changed: no order fills, and no fee is paid. */
export type SupposedFigures = AccountFigures & {
  /** Positions whose equity would be below their maintenance margin, so that liquidation begins. */
  readonly liquidated: readonly string[]
}

/** Figures at supposed marks; markets without one keep theirs. @throws RangeError unless `hasMarks` */
export function supposedFigures(state: AccountState, markets: Markets, marks: ReadonlyMap<string, Price>): SupposedFigures {
  const supposed: Markets = new Map([...markets].map(([symbol, market]) => [symbol, { ...market, mark: marks.get(symbol) ?? market.mark }]))
  const isPoor = (position: Position): boolean => {
    const scope = scopeOf(position)
    return exactEquity(state, supposed, scope) < exactMaintenance(state, supposed, scope)
  }
  const liquidated = [...state.positions.values()].filter(isPoor).map(({ symbol }) => symbol)
  return { ...accountFigures(state, supposed), liquidated }
}

/** Average entry price, rounded down to 10⁻¹². */
export const entryOf = ({ cost, size }: Position): Price => price(cost / size)

/** Value of a position at its mark. */
export type PositionFigures = {
  readonly mark: Price
  readonly notional: Notional
  readonly margin: MicroUsdc
  readonly maintenance: MicroUsdc
  readonly unrealised: MicroUsdc
  readonly liquidation: Price | undefined
}

/** Figures of an open position. @throws RangeError unless `hasMarks` */
export function positionFigures(state: AccountState, markets: Markets, position: Position): PositionFigures {
  const mark = markOf(markets, position.symbol)
  const worth = worthOf(position, mark)
  return {
    mark,
    notional: worth,
    margin: initialMarginOf(position, mark),
    maintenance: usdcCeil(maintenanceOf(instrumentOf(markets, position.symbol), worth)),
    unrealised: usdcFloor(unrealisedOf(position, mark)),
    liquidation: liquidationPrice(state, markets, position.symbol),
  }
}
