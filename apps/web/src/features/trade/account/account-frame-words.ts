// What stands where the paper account cannot be shown.

export const serverUnreachable = 'The server cannot be reached. These are the last known values.'
export const notUpdated = (error: string) => `This could not be updated; these are the last known values. ${error}`
export const loading = (what: string) => `Loading: ${what}`
export const needsSubscription = 'Trading needs a subscription'
export const subscriptions = 'Subscriptions'
export const notInSubscription = 'Your subscription does not include it. Charts, order book and trades stay available.'
export const accountFailed = 'Your account could not be loaded'
export const partFailed = (what: string, error: string) => `The ${what} could not be loaded. ${error}`
