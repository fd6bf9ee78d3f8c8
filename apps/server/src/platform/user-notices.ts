import { type HasListener, type Notice, type Notify, notice } from '@aerie/wire/notices'
import * as z from 'zod/mini'
import type { Bus } from './bus/bus.ts'

type Listener = { readonly notify: Notify; readonly hasListener: HasListener }

/**
 * Carries notices about one user from the area where something changed to everything that acts on them: open sockets, and alerts on orders.
 * The publishing area knows none of the listeners.
 */
export type UserNotices = {
  readonly notify: Notify
  /** Whether anything may act on notices of this user: expensive ones are skipped otherwise. */
  readonly hasListener: HasListener
  readonly subscribe: (listener: Listener) => void
}

/** Channel of the bus for notices that every process reads. */
export const NOTICES_CHANNEL = 'notices'
/** Of the orders of all users, for the process that judges alerts. */
export const ORDERS_CHANNEL = 'notices of orders'
/** Of trading notices: about four for each order, so only processes where the user has a socket read them. */
export const TRADING_CHANNEL = 'notices:'

export const publishedNotice = z.object({ userId: z.string(), notice })

/** Notices of all processes. Those of others may be lost: then clients reconnect and read again (`messages-namespace.ts`). */
export function userNotices(bus: Bus): UserNotices {
  const listeners: Listener[] = []
  const notifyHere = (userId: string, notice: Notice): void => {
    for (const listener of listeners) if (listener.hasListener(userId)) listener.notify(userId, notice)
  }
  bus.subscribe(NOTICES_CHANNEL, (message) => {
    const { userId, notice } = publishedNotice.parse(message)
    notifyHere(userId, notice)
  })
  return {
    notify: (userId: string, notice: Notice) => {
      notifyHere(userId, notice)
      if (!('seq' in notice)) return bus.publish(NOTICES_CHANNEL, { userId, notice })
      bus.publish(`${TRADING_CHANNEL}${userId}`, notice)
      if (notice.kind === 'order') bus.publish(ORDERS_CHANNEL, { userId, notice })
    },
    // Whether somebody listens at another process is unknown.
    hasListener: (userId) => bus.isShared || listeners.some((listener) => listener.hasListener(userId)),
    subscribe: (listener) => void listeners.push(listener),
  }
}
