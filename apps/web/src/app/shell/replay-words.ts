// Every sentence of the replay's controls.

// bar
export const replay = 'Replay'
export const pauseTheReplay = 'Pause the replay'
export const playTheReplay = 'Play the replay'
export const next = (text: string) => `Next ${text}`
export const speedReplay = 'Speed of the replay'
export const goDate = 'Go to a date'
export const replayPaused = 'The replay is paused.'

// jump
export const marketBeginsAnew =
  'The market begins anew there for everybody on this server. An account that has seen later prices must be reset before it trades.'
export const dateAndTime = 'Date and time'
export const recorded = (range: string) => `Recorded: ${range}`
export const chooseMoment = (range: string) => `Choose a moment from ${range}.`
export const cancel = 'Cancel'
export const goThere = 'Go there'
