// What is said where a session cannot be renewed.

// require-session
export const serverCannotReached = 'The server cannot be reached'
export const sessionMustRenewed = 'Your session must be renewed to show this page. Check your connection.'
