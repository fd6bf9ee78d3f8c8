// Every sentence about the session.

// session
export const sessionExpired = 'Your session has expired. Redirecting to login'
