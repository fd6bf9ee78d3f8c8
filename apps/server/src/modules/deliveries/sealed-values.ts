/** What deliveries hold is sealed under this purpose, and each value is bound to one of the owners below. */
export const DELIVERIES_PURPOSE = 'deliveries'
export const webhookOwner = (id: string): string => `webhook ${id}`
/** A subscription moves to another user with its browser, so it is bound to nobody. */
export const PUSH_OWNER = 'push subscription'
/** Also the name of its row. */
export const VAPID_KEY = 'vapid key'
