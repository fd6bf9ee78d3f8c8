// What the agent's button says.

// state
export const chatFailed = 'The chat could not be loaded. Try again.'
