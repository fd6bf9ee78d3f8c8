import { INTERVALS } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { epochMsField, symbol } from '../market/market.ts'
import { socketError } from '../problem.ts'

/** Version of the mirror channel; windows of another version are told to reload and otherwise not heard. */
export const MIRROR_VERSION = 1
/** Name of the BroadcastChannel; one for all versions, so that another version can be noticed. */
export const MIRROR_CHANNEL = 'aerie-mirror'
/** Largest layout, as JSON text, in UTF-16 code units: as many bytes for all that a layout holds. */
export const LAYOUT_LIMIT = 256 * 1024

/**
 * What is mirrored (default: ALL). ALL: everything. SELECTION: coin and timeframe of each channel, but
 * neither range, crosshair nor layout. OFF: nothing.
 */
export const MIRROR_MODES = ['ALL', 'SELECTION', 'OFF'] as const
/** Schema of `MIRROR_MODES`. */
export const mirrorMode = z.enum(MIRROR_MODES)
export type MirrorMode = z.output<typeof mirrorMode>

/** One of the eight user channels of FDC3. */
export const mirrorChannel = z.int().check(z.gte(1), z.lte(8))

/** FDC3 context of a coin: its ticker, and what to call it. */
export const instrumentContext = z.strictObject({
  type: z.literal('fdc3.instrument'),
  id: z.strictObject({ ticker: symbol }),
  name: z.string().check(z.maxLength(80)),
})
export type InstrumentContext = z.output<typeof instrumentContext>

/** FDC3 context of a range of market time, UTC. */
export const timeRangeContext = z.strictObject({
  type: z.literal('fdc3.timeRange'),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
})
export type TimeRangeContext = z.output<typeof timeRangeContext>

/** FDC3 context of a chart: what it shows, and of when; without `range` it follows the newest candle. */
export const chartContext = z.strictObject({
  type: z.literal('fdc3.chart'),
  instruments: z.tuple([instrumentContext]),
  range: z.optional(timeRangeContext),
  style: z.literal('candle'),
})
export type ChartContext = z.output<typeof chartContext>

/** Width of a candle, and horizon of forecasts in hours. */
const timeframe = { interval: z.enum(INTERVALS), hours: z.int().check(z.gte(1), z.lte(24)) }

/** What one channel looks at. */
export const channelContext = z.strictObject({ channel: mirrorChannel, chart: chartContext, ...timeframe })
export type ChannelContext = z.output<typeof channelContext>

/** JSON text of a layout; whoever shows it parses it with the schema of layouts first. */
const layoutText = z.string().check(z.maxLength(LAYOUT_LIMIT))

/** All that followers show: what a late joiner is told at once. */
export const mirrorState = z.strictObject({
  channels: z.array(channelContext).check(z.maxLength(8)),
  layout: z.nullable(layoutText),
})
export type MirrorSnapshot = z.output<typeof mirrorState>

/** One window, as it tells the others of itself. */
export const mirrorWindow = z.strictObject({
  /** Stays the same while the window is open, over reloads. */
  id: z.uuid(),
  /** The main windows, or the first or second follower that the Mirror menu opens. */
  place: z.enum(['main', 'mirror-1', 'mirror-2']),
  openedAt: epochMsField,
  isFullscreen: z.boolean(),
  /** Whether some of it goes its own way for now. */
  isDetached: z.boolean(),
})
export type MirrorWindow = z.output<typeof mirrorWindow>

/** What each message says besides who says it; every object is closed: nothing else can travel. */
export const mirrorBodies = {
  /** A window has been opened: the others answer `present`, the leader `state` too. */
  hello: { window: mirrorWindow },
  /** A window is there, or something about it is another. */
  present: { window: mirrorWindow },
  /** A window is closed or left. */
  bye: {},
  /** The sender leads from now on. */
  lead: {},
  /** A message was missed: the leader answers `state`. */
  ask: {},
  state: { state: mirrorState },
  instrument: { channel: mirrorChannel, context: instrumentContext },
  timeframe: { channel: mirrorChannel, ...timeframe },
  range: { channel: mirrorChannel, context: z.nullable(timeRangeContext) },
  /** Crosshair: market time in epoch milliseconds and a price (null: none under it); null where there is no crosshair. */
  cursor: { channel: mirrorChannel, at: z.nullable(z.strictObject({ time: z.number(), price: z.nullable(z.number()) })) },
  layout: { layout: layoutText },
  'layout-fragment': { fragment: layoutText },
  mode: { mode: mirrorMode },
  /** The user has logged out in this window: all follow. */
  logout: {},
} as const
export type MirrorType = keyof typeof mirrorBodies

/** Types that only the leader may send. */
export const LEADER_TYPES: readonly MirrorType[] = ['lead', 'state', 'instrument', 'timeframe', 'range', 'cursor', 'layout']

const envelope = {
  v: z.literal(MIRROR_VERSION),
  /** Opaque tag of the user: another user on the same browser is not heard. No secret, and nothing can be done with it. */
  user: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** The browser: the session id. */
  session: z.uuid(),
  /** The window, again with each load: whose message it is. */
  from: z.uuid(),
  /** Rises by one with each message of `from`, from 1. */
  seq: z.int().check(z.gte(1)),
  /** Of the leadership the sender knows of; rises with each. */
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
/** What a message of type `T` says besides who says it. */
export type MirrorBody<T extends MirrorType = MirrorType> = T extends MirrorType
  ? Omit<Extract<MirrorMessage, { type: T }>, keyof typeof envelope>
  : never

/** Why a message was not taken: `version` is one that another version of the product has sent. */
export type MirrorFault = 'version' | 'malformed'

/** @returns the message, or why it is none: never throws, whatever is given */
export function parseMirrorMessage(given: unknown): MirrorMessage | MirrorFault {
  if (typeof given !== 'object' || given === null) return 'malformed'
  // Read only to tell another version from nonsense.
  const v = 'v' in given ? given.v : undefined
  if (v !== MIRROR_VERSION) return typeof v === 'number' ? 'version' : 'malformed'
  const parsed = z.safeParse(mirrorMessage, given)
  return parsed.success ? parsed.data : 'malformed'
}

/** Largest relayed message, as JSON text, in bytes: sockets take 64 kB. Larger layouts stay in their browser. */
export const RELAY_LIMIT_BYTES = 48 * 1024

/** What travels between machines: the state as a whole, a crosshair, a part of a layout. */
const relayBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('state'), ...mirrorBodies.state }),
  z.strictObject({ type: z.literal('cursor'), ...mirrorBodies.cursor }),
  z.strictObject({ type: z.literal('layout-fragment'), ...mirrorBodies['layout-fragment'] }),
])
export type RelayBody = z.output<typeof relayBody>

/** Client to server on `/mirror`. */
export const mirrorCommands = {
  /** Switches it on for this browser; answered with `lease`. */
  join: z.strictObject({ v: z.literal(MIRROR_VERSION), session: z.uuid() }),
  /** This browser leads from now on. */
  lead: z.strictObject({}),
  /** `term` is that of the lease; `seq` rises with each message of this connection. */
  publish: z.strictObject({ term: z.int().check(z.gte(0)), seq: z.int().check(z.gte(1)), body: relayBody }),
} as const

/** Server to client on `/mirror`. */
export const mirrorEvents = {
  /** Who leads among the user's browsers: at `join` and at each change; `holder` is a browser's session id. */
  lease: z.strictObject({ term: z.int().check(z.gte(0)), holder: z.nullable(z.uuid()), machines: z.int().check(z.gte(0)) }),
  /** Somebody joined: the holder publishes its state. */
  wanted: z.strictObject({}),
  /** What another browser of the same user published. */
  relayed: z.strictObject({ session: z.uuid(), term: z.int(), seq: z.int(), body: relayBody }),
  error: socketError,
} as const
