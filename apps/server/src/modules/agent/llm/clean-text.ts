/** Controls and the format characters that hide or turn text around, but for tab, line feed and the joiners of emoji and scripts. */
const UNWANTED = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What a user wrote as it is kept: one kind of line end, nothing that cannot be seen or stored, no space around it. Mark-up stays: it is text. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '').normalize('NFC').trim()
