import { ImportFault } from '@aerie/journal/import/table'

const NOT_TEXT = 'The file is not text in UTF-8. Save it as "CSV UTF-8" and import that.'

/**
 * The text of a file: UTF-8, or UTF-16 where it says so by its first bytes, as spreadsheets write it.
 *
 * @throws ImportFault for bytes that are neither
 */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ImportFault(NOT_TEXT, { cause: error })
  }
}
