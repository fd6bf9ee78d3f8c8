// Every sentence of no change.

// agent-record
export const noChangeSays = '“No change” says that the price stays: over hours, next to nothing beats it.'
