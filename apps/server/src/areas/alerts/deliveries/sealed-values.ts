export const DELIVERIES_PURPOSE = 'deliveries'
export const webhookOwner = (id: string): string => `webhook ${id}`
/** Not bound to a user, because a subscription moves with its browser. */
export const PUSH_OWNER = 'push subscription'
export const VAPID_KEY = 'vapid key'
