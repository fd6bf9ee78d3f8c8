/** C0 and C1 controls but for tab and line feed, and the format characters that hide or turn text around. Joiners of emoji stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const UNWANTED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** What a user wrote as it is kept: one kind of line end, nothing that cannot be seen or stored, no space around it. Mark-up stays: it is text. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '').normalize('NFC').trim()
