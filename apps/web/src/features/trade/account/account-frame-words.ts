// What stands where the paper account cannot be shown.

export const serverCannotReached = 'The server cannot be reached. These are the last known values.'
export const updatedTheseLast = (error: string) => `This could not be updated; these are the last known values. ${error}`
export const loading = (what: string) => `Loading: ${what}`
export const tradingPartSubscription = 'Trading needs a subscription'
export const subscriptions = 'Subscriptions'
export const subscriptionDoesInclude = 'Your subscription does not include it. Charts, order book and trades stay available.'
export const accountFailed = 'Your account could not be loaded'
export const withoutThereNo = (what: string, error: string) => `The ${what} could not be loaded. ${error}`
