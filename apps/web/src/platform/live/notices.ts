import { listenerSet } from '@aerie/runtime/listener-set'
import type { Notice } from '@aerie/wire/notices'

const notices = listenerSet<[notice: Notice]>()

/** Notifies when the user's own data changed. @returns unsubscribe function */
export const onNotice = notices.subscribe

export const receiveNotice = notices.emit

const returns = listenerSet()

/** Notifies on each connection, including the first: notices may have been missed. @returns unsubscribe function */
export const onNoticesResumed = returns.subscribe

export const emitNoticesResumed = returns.emit
