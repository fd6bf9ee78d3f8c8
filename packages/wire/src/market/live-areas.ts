import { bookEvents } from './charts.ts'
import { liveCommands } from './live-commands.ts'
import { liveEvents } from './live-events.ts'

/** Everything that the namespace `/live` says on the wire, for the lock of `protocol.ts`. */
export const liveAreas = { liveCommands, liveEvents: { ...liveEvents, ...bookEvents } }
