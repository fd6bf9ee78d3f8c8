import { listenerSet } from '@aerie/runtime/listener-set'

/**
 * Told when a user goes, before anybody hears who comes instead. Apart from the cache, which is loaded with the first screen that
 * asks and not with the session.
 */
export const userLeft = listenerSet()
