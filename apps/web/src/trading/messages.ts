export const ticketIsOn = (symbol: string) => `The ticket is on ${symbol}.`

export const secondsLong = (seconds: string) => `${seconds} seconds`
export const minutesLong = (minutes: string) => `${minutes} minutes`
