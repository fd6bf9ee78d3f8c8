export const secondsLong = (seconds: string) => `${seconds} seconds`

export const minutesLong = (minutes: string) => `${minutes} minutes`
