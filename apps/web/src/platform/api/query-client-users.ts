import { listenerSet } from '@aerie/runtime/listener-set'

/** Emitted when a user leaves, before the next one is known. Separate from the query client, which loads later than the session. */
export const userLeft = listenerSet()
