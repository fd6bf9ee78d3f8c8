import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { assetRow, epochMsField, INDUSTRY_VALUES, sourceKind } from './market.ts'

/** A coin of the board: a market list row ranked from 1 among all coins, and its industries (often none). */
export const boardCoin = z.extend(assetRow, { industries: z.array(z.enum(INDUSTRY_VALUES)) })
export type BoardCoin = z.output<typeof boardCoin>

/** All coins, largest market cap first. Updated by `ticks` and `stats` after the command `board`. */
export const board = z.object({
  data: z.array(boardCoin),
  source: sourceKind,
  as_of: epochMsField,
})
export type Board = z.output<typeof board>

export const getBoard = endpoint('GET /market/board', {
  auth: 'public',
  summary: 'Every coin with its figures, largest market cap first',
  returns: board,
})
