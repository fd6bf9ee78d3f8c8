/** Matches from the scheme's first letter to stay linear. Keeps file: URLs, which are not secret and appear in stacks. */
const URL_TEXT = /(?<![a-z\d+.-])(?!file:)[a-z\d+.-]+:\/\/[^\s"<>`]+/gi

/** For logs: replaces each URL by its host, as path, query and user info may contain a key. */
export const urlsAsHosts = (text: string): string => text.replaceAll(URL_TEXT, hostOf)

const hostOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || 'an address'
