// Every sentence about the session.

// session
export const sessionExpiredRedirecting = 'Your session has expired. Redirecting to login'
