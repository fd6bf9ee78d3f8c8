import * as z from 'zod/mini'
import { epochMsField } from './market.ts'

/** Market seconds that may pass in a second of a replay. */
export const REPLAY_SPEEDS = { least: 1, most: 3600 } as const

/** Who may play the replay: the operator by the command line, or every user who is signed in. */
export const replayControls = z.enum(['operator', 'users'])
export type ReplayControls = z.output<typeof replayControls>

const speed = z.number().check(z.gte(REPLAY_SPEEDS.least), z.lte(REPLAY_SPEEDS.most))

/**
 * Body of `POST /api/v1/market/replay`. `step` pauses and goes on to the next close of a candle; `jump` starts over at `to`, epoch
 * milliseconds, inside the recording.
 */
export const replayCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause') }),
  z.object({ action: z.literal('play') }),
  z.object({ action: z.literal('step') }),
  z.object({ action: z.literal('speed'), speed }),
  z.object({ action: z.literal('jump'), to: epochMsField }),
])
export type ReplayCommand = z.output<typeof replayCommand>

/** Data of `GET` and `POST /api/v1/market/replay`: how the server's one replay stands. */
export const replayView = z.object({
  state: z.enum(['playing', 'paused', 'ended']),
  /** Market seconds a second while it plays. */
  speed,
  /** The market's clock. */
  market_time: epochMsField,
  /** First and last moment of the recording. */
  from: epochMsField,
  end: epochMsField,
  /** Length of the finest candles. */
  step_ms: z.int().check(z.gt(0)),
  controls: replayControls,
})
export type ReplayView = z.output<typeof replayView>
