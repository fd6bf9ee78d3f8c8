import type { HasListener, Notice, Notify } from '@aerie/wire/notices'

type Listener = { readonly notify: Notify; readonly hasListener: HasListener }

/**
 * Carries notices about one user from the area where something changed to everything that acts on them: open sockets, and alerts on orders.
 * The publishing area knows none of the listeners.
 */
export type UserNotices = {
  readonly notify: Notify
  /** Whether anything acts on notices of this user: expensive ones are skipped otherwise. */
  readonly hasListener: HasListener
  readonly subscribe: (listener: Listener) => void
}

export function userNotices(): UserNotices {
  const listeners: Listener[] = []
  return {
    notify: (userId: string, notice: Notice) => {
      for (const listener of listeners) if (listener.hasListener(userId)) listener.notify(userId, notice)
    },
    hasListener: (userId) => listeners.some((listener) => listener.hasListener(userId)),
    subscribe: (listener) => void listeners.push(listener),
  }
}
