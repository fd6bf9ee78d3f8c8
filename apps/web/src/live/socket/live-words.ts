export const connectionLostPrices = (detail: string) => `Connection lost; prices are the last known ones. ${detail}`
