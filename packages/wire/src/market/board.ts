import * as z from 'zod/mini'
import { INDUSTRY_VALUES } from './industries.ts'
import { assetRow, epochMsField, sourceKind } from './market.ts'

/** One coin of the board: a row of the market list, ranked from 1 among all coins, and the industries it belongs to (often none). */
export const boardCoin = z.extend(assetRow, { industries: z.array(z.enum(INDUSTRY_VALUES)) })
export type BoardCoin = z.output<typeof boardCoin>

/**
 * Data of `GET /api/v1/market/board`: every coin that the market source knows, largest market cap first. The client
 * command `board` of `/live` keeps it current by `ticks` and `stats`.
 */
export const board = z.object({
  data: z.array(boardCoin),
  source: sourceKind,
  /** Clock of the market when the board was made. */
  as_of: epochMsField,
})
export type Board = z.output<typeof board>
