/** Prefix of a window's working copies of layouts; user-given names cannot start with it. */
export const WORKING_MARK = '~'
