import * as z from 'zod/mini'
import { DOCUMENT_FIELD_WORDS } from '../field-words.ts'
import { symbol } from './market.ts'

/** Scenes of the wallboard, in the order of their keys 1 to 4: heat map, the selected coin, chosen coins one after another, movers. */
export const PRESENT_SCENES = ['map', 'coin', 'charts', 'movers'] as const
/** Spans of a change of price. */
export const CHANGE_SPANS = ['1h', '24h', '7d'] as const
/** Shortest and longest stay of a scene, in seconds. */
export const SCENE_SECONDS = { least: 5, most: 600 } as const
/** Most coins that the wallboard shows the charts of. */
export const MOST_CHARTS = 12
/** What the area of a tile means: the coin's market cap, or nothing, so that each coin can be read. */
export const TILE_SIZINGS = ['cap', 'even'] as const
/** How many of the largest coins map and tape may show. */
export const COIN_COUNTS = [20, 50, 100] as const

const isUnique = (items: readonly string[]): boolean => new Set(items).size === items.length

/** Document `present`: how the user's wallboard goes round. */
export const present = z.strictObject({
  scenes: z._default(z.array(z.enum(PRESENT_SCENES)).check(z.minLength(1), z.refine(isUnique, DOCUMENT_FIELD_WORDS.sceneOnce)), [
    ...PRESENT_SCENES,
  ]),
  /** How long a scene stays, in whole seconds. */
  seconds: z._default(z.int().check(z.gte(SCENE_SECONDS.least), z.lte(SCENE_SECONDS.most)), 20),
  /** Which change colours the map. */
  basis: z._default(z.enum(CHANGE_SPANS), '24h'),
  sizing: z._default(z.enum(TILE_SIZINGS), 'cap'),
  /** Whether the map keeps the coins of an industry together. By market cap, the industries are slivers beside the rest. */
  grouped: z._default(z.boolean(), false),
  /** How many of the largest coins map and tape show. */
  coins: z._default(z.union([z.literal(20), z.literal(50), z.literal(100)]), 50),
  /** Coins of the scene `charts`, in their order. */
  charts: z._default(z.array(symbol).check(z.minLength(1), z.maxLength(MOST_CHARTS), z.refine(isUnique, DOCUMENT_FIELD_WORDS.coinOnce)), [
    'BTC',
    'ETH',
    'SOL',
    'XRP',
  ]),
  /** Spans of the movers, one after another. */
  spans: z._default(z.array(z.enum(CHANGE_SPANS)).check(z.minLength(1), z.refine(isUnique, DOCUMENT_FIELD_WORDS.periodOnce)), [
    ...CHANGE_SPANS,
  ]),
})
export type Present = z.output<typeof present>
export type PresentScene = (typeof PRESENT_SCENES)[number]
export type ChangeSpan = (typeof CHANGE_SPANS)[number]
