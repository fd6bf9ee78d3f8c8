// Every sentence about saved documents.

// specs
export const bothChangesKept = 'This chart was also changed in another window. Both changes were kept.'

// save-status
export const tryAgain = 'Try Again'
