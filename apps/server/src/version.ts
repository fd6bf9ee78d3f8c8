/** The release that this is; the same number as in package.json, which a test checks. */
export const VERSION = '0.1.0'
