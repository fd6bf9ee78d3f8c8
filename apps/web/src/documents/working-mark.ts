/** Names of layouts that a window works on begin with this; no name that a user gives does. */
export const WORKING_MARK = '~'
