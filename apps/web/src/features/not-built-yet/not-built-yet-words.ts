// Every sentence of not built yet.

// not-built-yet
export const screenAvailableYet = 'This screen is not available yet. It comes in a later release.'
