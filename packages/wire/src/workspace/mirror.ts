import { INTERVALS } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { epochMsField, symbol } from '../market/market.ts'
import { socketError } from '../problem.ts'

/** Mirror channel version; windows of another version are asked to reload, and otherwise ignored. */
export const MIRROR_VERSION = 1
/** BroadcastChannel name, shared by all versions so that a mismatch is detected. */
export const MIRROR_CHANNEL = 'aerie-mirror'
/** Maximum layout JSON size in UTF-16 code units, which equals bytes for layout content. */
export const LAYOUT_LIMIT = 256 * 1024

/** ALL (default): everything. SELECTION: coin and timeframe per channel, without range, crosshair and layout. OFF: nothing. */
export const MIRROR_MODES = ['ALL', 'SELECTION', 'OFF'] as const
/** Schema of `MIRROR_MODES`. */
export const mirrorMode = z.enum(MIRROR_MODES)
export type MirrorMode = z.output<typeof mirrorMode>

/** One of the eight user channels of FDC3. */
export const mirrorChannel = z.int().check(z.gte(1), z.lte(8))

/** FDC3 context of a coin: ticker and name. */
export const instrumentContext = z.strictObject({
  type: z.literal('fdc3.instrument'),
  id: z.strictObject({ ticker: symbol }),
  name: z.string().check(z.maxLength(80)),
})
export type InstrumentContext = z.output<typeof instrumentContext>

/** FDC3 context of a market time range, UTC. */
export const timeRangeContext = z.strictObject({
  type: z.literal('fdc3.timeRange'),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
})
export type TimeRangeContext = z.output<typeof timeRangeContext>

/** FDC3 context of a chart; without `range` it follows the newest candle. */
export const chartContext = z.strictObject({
  type: z.literal('fdc3.chart'),
  instruments: z.tuple([instrumentContext]),
  range: z.optional(timeRangeContext),
  style: z.literal('candle'),
})
export type ChartContext = z.output<typeof chartContext>

const timeframe = { interval: z.enum(INTERVALS), hours: z.int().check(z.gte(1), z.lte(24)) }

/** Context of a channel. */
export const channelContext = z.strictObject({ channel: mirrorChannel, chart: chartContext, ...timeframe })
export type ChannelContext = z.output<typeof channelContext>

/** Layout JSON, validated with the layout schema before display. */
const layoutText = z.string().check(z.maxLength(LAYOUT_LIMIT))

/** Complete state for followers, sent to late joiners. */
export const mirrorState = z.strictObject({
  channels: z.array(channelContext).check(z.maxLength(8)),
  layout: z.nullable(layoutText),
})
export type MirrorSnapshot = z.output<typeof mirrorState>

/** A window's description of itself. */
export const mirrorWindow = z.strictObject({
  /** Stable while the window is open, across reloads. */
  id: z.uuid(),
  place: z.enum(['main', 'mirror-1', 'mirror-2']),
  openedAt: epochMsField,
  isFullscreen: z.boolean(),
  isDetached: z.boolean(),
})
export type MirrorWindow = z.output<typeof mirrorWindow>

/** Payload per message type; closed objects, so nothing else can be sent. */
export const mirrorBodies = {
  /** A window opened: the others reply `present`, the leader also `state`. */
  hello: { window: mirrorWindow },
  present: { window: mirrorWindow },
  bye: {},
  lead: {},
  ask: {},
  state: { state: mirrorState },
  instrument: { channel: mirrorChannel, context: instrumentContext },
  timeframe: { channel: mirrorChannel, ...timeframe },
  range: { channel: mirrorChannel, context: z.nullable(timeRangeContext) },
  /** Market time in epoch milliseconds and a price (null if none); null without a crosshair. */
  cursor: { channel: mirrorChannel, at: z.nullable(z.strictObject({ time: z.number(), price: z.nullable(z.number()) })) },
  layout: { layout: layoutText },
  'layout-fragment': { fragment: layoutText },
  mode: { mode: mirrorMode },
  logout: {},
} as const
export type MirrorType = keyof typeof mirrorBodies

/** Types that only the leader may send. */
export const LEADER_TYPES: readonly MirrorType[] = ['lead', 'state', 'instrument', 'timeframe', 'range', 'cursor', 'layout']

const envelope = {
  v: z.literal(MIRROR_VERSION),
  /** Opaque user tag, to ignore another user in the same browser. Not a secret and grants nothing. */
  user: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  session: z.uuid(),
  from: z.uuid(),
  seq: z.int().check(z.gte(1)),
  term: z.int().check(z.gte(0)),
}

const message = <T extends MirrorType>(type: T) => z.strictObject({ ...envelope, type: z.literal(type), ...mirrorBodies[type] })

/** Any message of the mirror channel. */
export const mirrorMessage = z.discriminatedUnion('type', [
  message('hello'),
  message('present'),
  message('bye'),
  message('lead'),
  message('ask'),
  message('state'),
  message('instrument'),
  message('timeframe'),
  message('range'),
  message('cursor'),
  message('layout'),
  message('layout-fragment'),
  message('mode'),
  message('logout'),
])
export type MirrorMessage = z.output<typeof mirrorMessage>
/** Payload of a message of type `T`. */
export type MirrorBody<T extends MirrorType = MirrorType> = T extends MirrorType
  ? Omit<Extract<MirrorMessage, { type: T }>, keyof typeof envelope>
  : never

/** Why a message was rejected; `version`: sent by another version of the product. */
export type MirrorFault = 'version' | 'malformed'

/** Parses an untrusted message; never throws. */
export function parseMirrorMessage(given: unknown): MirrorMessage | MirrorFault {
  if (typeof given !== 'object' || given === null) return 'malformed'
  // Only to distinguish another version from malformed input.
  const v = 'v' in given ? given.v : undefined
  if (v !== MIRROR_VERSION) return typeof v === 'number' ? 'version' : 'malformed'
  const parsed = z.safeParse(mirrorMessage, given)
  return parsed.success ? parsed.data : 'malformed'
}

/** Maximum relayed JSON message in bytes: sockets accept 64 kB. Larger layouts stay within their browser. */
export const RELAY_LIMIT_BYTES = 48 * 1024

const relayBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('state'), ...mirrorBodies.state }),
  z.strictObject({ type: z.literal('cursor'), ...mirrorBodies.cursor }),
  z.strictObject({ type: z.literal('layout-fragment'), ...mirrorBodies['layout-fragment'] }),
])
export type RelayBody = z.output<typeof relayBody>

/** Client to server on `/mirror`. */
export const mirrorCommands = {
  join: z.strictObject({ v: z.literal(MIRROR_VERSION), session: z.uuid() }),
  lead: z.strictObject({}),
  publish: z.strictObject({ term: z.int().check(z.gte(0)), seq: z.int().check(z.gte(1)), body: relayBody }),
} as const

/** Server to client on `/mirror`. */
export const mirrorEvents = {
  lease: z.strictObject({ term: z.int().check(z.gte(0)), holder: z.nullable(z.uuid()), machines: z.int().check(z.gte(0)) }),
  wanted: z.strictObject({}),
  relayed: z.strictObject({ session: z.uuid(), term: z.int(), seq: z.int(), body: relayBody }),
  error: socketError,
} as const
