import { bookEvents } from './charts.ts'
import { liveCommands } from './live-commands.ts'
import { liveEvents } from './live-events.ts'

/** Schemas of the namespace `/live` for the `protocol.ts` lock. */
export const liveAreas = { liveCommands, liveEvents: { ...liveEvents, ...bookEvents } }
