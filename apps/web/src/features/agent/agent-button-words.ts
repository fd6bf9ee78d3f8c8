// Names in the agent's panel.

// agent-button
export const agentEagleeye = 'Agent EagleEye'

export const chatNotShown = 'The chat could not be shown'
export const closeChat = 'Close the chat'

// figure-chip
export const stale = 'STALE'
