// The paper account where it cannot be shown.

export const notUpdated = 'Your account could not be updated; these are the last known values.'
export const loading = (what: string) => `Loading: ${what}`
export const needsSubscription = 'Trading needs a subscription'
export const subscriptions = 'Subscriptions'
export const notInSubscription = 'Your subscription does not include it. Charts, order book and trades stay available.'
export const accountFailed = 'Your account could not be loaded.'
