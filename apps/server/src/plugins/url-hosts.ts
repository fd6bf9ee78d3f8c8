/** From its first letter on, so that a long text is read once. Files of the machine itself are no secret, and stacks name them. */
const URL_TEXT = /(?<![a-z\d+.-])(?!file:)[a-z\d+.-]+:\/\/[^\s"<>`]+/gi

/** A text with the host alone of each URL in it, for a log: path, query and user of a URL may be a key. */
export const urlsAsHosts = (text: string): string => text.replaceAll(URL_TEXT, hostOf)

const hostOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || 'an address'
