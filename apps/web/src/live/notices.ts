import { listenerSet } from '@aerie/runtime/listener-set'
import type { Notice } from '@aerie/wire/notices'

const notices = listenerSet<[notice: Notice]>()

/** Hears that something of the user's own has changed. @returns how to stop */
export const onNotice = notices.subscribe

/** Called by the socket for each notice. */
export const receiveNotice = notices.tell

const returns = listenerSet()

/** Hears that notices come again after a time in which some may have been missed; at the first connection too. @returns how to stop */
export const onNoticesResumed = returns.subscribe

/** Called by the socket for each connection. */
export const tellNoticesResumed = returns.tell
