// Every sentence of slot.

// channel-mark
export const red = 'Red'
export const orange = 'Orange'
export const yellow = 'Yellow'
export const green = 'Green'
export const cyan = 'Cyan'
export const blue = 'Blue'
export const magenta = 'Magenta'
export const purple = 'Purple'

// header
export const controls = (slot: string) => `${slot} controls`
export const chooseACurrency = 'Choose a currency'
export const coinOfSlot = (coin: string) => `Coin: ${coin}. Choose a currency`
export const channel = (each: number, name: string) => `Channel ${each}, ${name}`
export const ownCoin = 'Own coin'
export const noChannel = 'no channel: own coin'
export const follows = (name: string) => `Follows ${name}`
export const restore = 'Restore'
export const maximise = 'Maximise'
export const stackOnLeft = 'Stack on the left slot'
export const stackOnRight = 'Stack on the right slot'
export const stackOnAbove = 'Stack on the slot above'
export const stackOnBelow = 'Stack on the slot below'
export const rename = 'Rename…'
export const duplicateTab = 'Duplicate as a tab'
export const openInWindow = 'Open in a window'
export const returnToWorkspace = 'Return to the workspace'
export const close = 'Close'
export const moreAbout = (slot: string) => `More about ${slot}`
export const renameSlot = 'Rename slot'
export const name = 'Name'

// view
export const unknownSlot = 'Unknown slot'
export const closeIt = 'Close it'
export const unknownSlotText = (kind: string) =>
  `This version of Aerie does not support the slot “${kind}”. It stays in your layout for a version that does.`
export const loading = 'Loading'
