// Every sentence of the dead-man switch.

// dead-man
export const notSet = 'The dead-man switch was not set'
export const notTurnedOff = 'The dead-man switch was not turned off'
export const fired = 'The dead-man switch has canceled your orders. It is now off.'

// dead-man-switch
export const deadManSwitch = 'Dead-man switch'
export const deadManOn = 'Dead-man switch: on'
export const deadManOff = 'Dead-man switch: off'
export const deadMan = 'Dead-man'
export const whatItDoes =
  'Cancels your orders when Trade is not open or not connected for the time you choose. Positions stay open. Trade renews it while it is open in any leading window.'
export const cancelAfter = 'Cancel after'
export const clockOfMarket = (speed: string) => `By the market's clock, which now runs at ${speed}x.`
export const tooFast = (speed: string) => `Too short to renew at ${speed}x.`
export const keepReducing = 'Keep orders that only reduce a position, such as stops'
export const cancel = 'Cancel'
export const turnOff = 'Turn off'
export const turnOn = 'Turn on'
export const change = 'Change'
export const secondsLong = (seconds: string) => `${seconds} seconds`
export const oneMinute = '1 minute'
export const minutesLong = (minutes: string) => `${minutes} minutes`
