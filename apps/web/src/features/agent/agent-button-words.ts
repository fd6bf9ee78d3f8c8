// Names in the agent's panel.

// agent-button
export const agentEagleeye = 'Agent EagleEye'

// figure-chip
export const stale = 'STALE'
