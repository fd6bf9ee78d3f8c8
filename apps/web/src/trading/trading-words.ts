export const ticketIsOn = (symbol: string) => `The ticket is on ${symbol}.`
