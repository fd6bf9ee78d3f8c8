// Every sentence of the replay's controls.

// bar
export const replay = 'Replay'
export const pauseTheReplay = 'Pause the replay'
export const playTheReplay = 'Play the replay'
export const next = (text: string) => `Next ${text}`
export const replaySpeed = 'Replay speed'
export const goToADate = 'Go to a date'
export const replayPaused = 'The replay is paused.'

// jump
export const movesForEveryone =
  'This moves the market for everyone on this server. A paper account that has seen later prices must be reset before it trades again.'
export const dateAndTime = 'Date and time'
export const recorded = (range: string) => `Recorded: ${range}`
export const chooseMomentFrom = (range: string) => `Choose a moment from ${range}.`
export const cancel = 'Cancel'
export const goToDate = 'Go to date'
