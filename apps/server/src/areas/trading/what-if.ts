import { DECIMALS, FRACTION_ONE, floorDiv, parseDecimal, price, priceText, sizeText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { hasMarks, supposedFigures } from '@aerie/trading/margin/figures'
import { markOf } from '@aerie/trading/margin/margin'
import { type Position, unrealisedOf } from '@aerie/trading/matching/fill'
import { activeOrders } from '@aerie/trading/state'
import { AppError } from '../../platform/http/app-error.ts'
import { accountAnswer, type Shown } from './answers.ts'

/** A supposed move: every coin held, or one of them, by `percent`; or one to the price `level`. */
export type SupposedMove = {
  readonly symbol?: string | undefined
  readonly percent?: string | undefined
  readonly level?: string | undefined
}

/** The account at supposed marks. No order fills on the way and no fee is paid; `waiting` orders would have been reached. */
export type WhatIf = {
  readonly source_kind: ReturnType<typeof accountAnswer>['source_kind']
  readonly equity: { readonly before: string; readonly after: string }
  readonly unrealised: { readonly before: string; readonly after: string }
  readonly free_margin: string
  readonly maintenance: string
  readonly liquidated: readonly string[]
  readonly positions: readonly { readonly symbol: string; readonly size: string; readonly mark: string; readonly unrealised: string }[]
  readonly waiting: number
}

/** @throws AppError bad_input for a move that is none; unavailable while a mark is missing */
export function whatIf(shown: Shown, move: SupposedMove): WhatIf {
  const { state, markets } = shown.turn
  const account = accountAnswer(shown)
  const moved = [...state.positions.values()].filter(({ symbol }) => move.symbol === undefined || symbol === move.symbol)
  if (!hasMarks(state, markets) || account.equity === null || account.unrealised === null)
    throw new AppError('unavailable', { detail: 'A price is missing.', retryAfterSeconds: 1 })
  const marks = new Map(moved.map(({ symbol }) => [symbol, supposedMark(markOf(markets, symbol), move)] as const))
  const figures = supposedFigures(state, markets, marks)
  const isReached = (position: Position): number => {
    const [from, to] = [markOf(markets, position.symbol), marks.get(position.symbol) ?? 0n].toSorted((a, b) => (a < b ? -1 : 1))
    return activeOrders(state, position.symbol).filter((order) => {
      const at = order.trigger ?? order.price
      return at !== undefined && from !== undefined && to !== undefined && at >= from && at <= to
    }).length
  }
  return {
    source_kind: account.source_kind,
    equity: { before: account.equity, after: usdcText(figures.equity) },
    unrealised: { before: account.unrealised, after: usdcText(figures.unrealised) },
    free_margin: usdcText(figures.freeMargin),
    maintenance: usdcText(figures.maintenance),
    liquidated: figures.liquidated,
    positions: moved.map((position) => {
      const mark = marks.get(position.symbol) ?? markOf(markets, position.symbol)
      return {
        symbol: position.symbol,
        size: sizeText(position.size),
        mark: priceText(mark),
        unrealised: usdcText(usdcFloor(unrealisedOf(position, mark))),
      }
    }),
    waiting: moved.reduce((total, position) => total + isReached(position), 0),
  }
}

function supposedMark(mark: ReturnType<typeof markOf>, { percent, level }: SupposedMove) {
  const hundred = 100n * FRACTION_ONE
  const by = percent === undefined ? undefined : parseDecimal(percent, DECIMALS.fraction)
  const to = level === undefined ? undefined : parseDecimal(level, DECIMALS.price)
  const supposed = to?.ok === true ? to.value : by?.ok === true ? floorDiv(mark * (hundred + by.value), hundred) : undefined
  if (supposed === undefined || supposed <= 0n) throw new AppError('bad_input', { detail: 'This is no possible price.' })
  return price(supposed)
}
