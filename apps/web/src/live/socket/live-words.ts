// Every sentence about the live connection.

// agent-client
export const reconnecting = 'Reconnecting to the server. Try again in a moment.'

// market-status
export const noNewPrices = (detail: string) => `No new prices for a while. ${detail}`
export const connectionLostPrices = (detail: string) => `Connection lost; prices are the last known ones. ${detail}`
