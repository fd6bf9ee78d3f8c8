import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochMsField } from './market.ts'

/** Replay speed limits, in market seconds per second. */
export const REPLAY_SPEEDS = { least: 1, most: 3600 } as const

/** Who controls the replay: the operator on the command line, or every signed-in user. */
export const replayControls = z.enum(['operator', 'users'])
export type ReplayControls = z.output<typeof replayControls>

const speed = z.number().check(z.gte(REPLAY_SPEEDS.least), z.lte(REPLAY_SPEEDS.most))

/** A command to the replay. `step` pauses at the next candle close; `jump` restarts at `to`, epoch milliseconds. */
export const replayCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause') }),
  z.object({ action: z.literal('play') }),
  z.object({ action: z.literal('step') }),
  z.object({ action: z.literal('speed'), speed }),
  z.object({ action: z.literal('jump'), to: epochMsField }),
])
export type ReplayCommand = z.output<typeof replayCommand>

/** State of the server's single replay. */
export const replayView = z.object({
  state: z.enum(['playing', 'paused', 'ended']),
  speed,
  market_time: epochMsField,
  from: epochMsField,
  end: epochMsField,
  step_ms: z.int().check(z.gt(0)),
  controls: replayControls,
})
export type ReplayView = z.output<typeof replayView>

export const getReplay = endpoint('GET /market/replay', {
  auth: 'public',
  summary: 'State of the replay; 404 for any other market',
  returns: replayView,
  errors: ['not_found'],
})

export const changeReplay = endpoint('POST /market/replay', {
  auth: 'user',
  summary: 'Pauses, plays, steps, changes the speed or jumps, for everybody on this server',
  description: '403 unless the server was started with `REPLAY_CONTROLS=users`; 400 for a moment outside of the recording.',
  body: replayCommand,
  returns: replayView,
  errors: ['not_found'],
})
