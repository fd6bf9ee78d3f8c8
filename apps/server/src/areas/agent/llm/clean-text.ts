/** Control, hiding and bidi characters, except tab, line feed and the joiners of emoji and scripts. */
const UNWANTED = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Normalizes user text: line ends, no invisible or unstorable characters, trimmed. Markup is kept as text. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '').normalize('NFC').trim()
