// What the agent's button says.

// state
export const chatNotLoaded = 'The chat could not be loaded. Try again.'
