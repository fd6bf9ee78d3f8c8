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

/** Of the bus. */
export const NOTICES_CHANNEL = 'notices'
const published = z.object({ userId: z.string(), notice })

/** Notices of all processes. Those of others may be lost: then clients reconnect and read again (`messages-namespace.ts`). */
export function userNotices(bus: Bus): UserNotices {
  const listeners: Listener[] = []
  const notifyHere = (userId: string, notice: Notice): void => {
    for (const listener of listeners) if (listener.hasListener(userId)) listener.notify(userId, notice)
  }
  bus.subscribe(NOTICES_CHANNEL, (message) => {
    const { userId, notice } = published.parse(message)
    notifyHere(userId, notice)
  })
  return {
    notify: (userId: string, notice: Notice) => {
      notifyHere(userId, notice)
      bus.publish(NOTICES_CHANNEL, { userId, notice })
    },
    // Whether somebody listens at another process is unknown.
    hasListener: (userId) => bus.isShared || listeners.some((listener) => listener.hasListener(userId)),
    subscribe: (listener) => void listeners.push(listener),
  }
}
