// What is said where a session cannot be renewed.

// require-session
export const serverUnreachable = 'The server cannot be reached'
export const renewSession = 'Your session must be renewed to show this page. Check your connection.'
