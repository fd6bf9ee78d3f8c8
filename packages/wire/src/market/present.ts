import * as z from 'zod/mini'
import { DOCUMENT_FIELD_MESSAGES } from '../workspace/messages.ts'
import { symbol } from './market.ts'

/** Wallboard scenes in the order of keys 1 to 4: heat map, selected coin, rotating coins, movers. */
export const PRESENT_SCENES = ['map', 'coin', 'charts', 'movers'] as const
/** Periods of a price change. */
export const CHANGE_SPANS = ['1h', '24h', '7d'] as const
/** Limits of a scene's duration, in seconds. */
export const SCENE_SECONDS = { least: 5, most: 600 } as const
/** Maximum coins in the scene `charts`. */
export const MOST_CHARTS = 12
/** Tile area: by market cap, or equal so that every coin is readable. */
export const TILE_SIZINGS = ['cap', 'even'] as const
/** How many of the largest coins map and tape can show. */
export const COIN_COUNTS = [20, 50, 100] as const

const isUnique = (items: readonly string[]): boolean => new Set(items).size === items.length

/** Document `present`: wallboard settings. */
export const present = z.strictObject({
  scenes: z._default(z.array(z.enum(PRESENT_SCENES)).check(z.minLength(1), z.refine(isUnique, DOCUMENT_FIELD_MESSAGES.sceneOnce)), [
    ...PRESENT_SCENES,
  ]),
  seconds: z._default(z.int().check(z.gte(SCENE_SECONDS.least), z.lte(SCENE_SECONDS.most)), 20),
  basis: z._default(z.enum(CHANGE_SPANS), '24h'),
  sizing: z._default(z.enum(TILE_SIZINGS), 'cap'),
  /** Whether the map groups coins by industry. By market cap, industries are slivers beside the rest. */
  grouped: z._default(z.boolean(), false),
  coins: z._default(z.union([z.literal(20), z.literal(50), z.literal(100)]), 50),
  charts: z._default(
    z.array(symbol).check(z.minLength(1), z.maxLength(MOST_CHARTS), z.refine(isUnique, DOCUMENT_FIELD_MESSAGES.coinOnce)),
    ['BTC', 'ETH', 'SOL', 'XRP'],
  ),
  spans: z._default(z.array(z.enum(CHANGE_SPANS)).check(z.minLength(1), z.refine(isUnique, DOCUMENT_FIELD_MESSAGES.periodOnce)), [
    ...CHANGE_SPANS,
  ]),
})
export type Present = z.output<typeof present>
export type PresentScene = (typeof PRESENT_SCENES)[number]
export type ChangeSpan = (typeof CHANGE_SPANS)[number]
