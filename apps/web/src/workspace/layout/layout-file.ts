import { LAYOUT_FILE_LIMIT_BYTES, type Layout, layout } from '@aerie/wire/workspace/layout'
import { type FileRead, parseJsonText, readJsonFile } from '../../lib/storage/json-file.ts'
import { saveFile } from '../../lib/storage/save-file.ts'

const LAYOUT_FILE = { schema: layout, noun: 'a layout', limitBytes: LAYOUT_FILE_LIMIT_BYTES }

/** Reads a layout from a file; what is wrong is said, and too large a file is not read at all. */
export const readLayoutFile = (file: File): Promise<FileRead<Layout>> => readJsonFile(file, LAYOUT_FILE)

/** Reads a layout from text. */
export const parseLayoutText = (text: string): FileRead<Layout> => parseJsonText(text, LAYOUT_FILE)

/** A layout as the text of a file that people can read. */
export const layoutText = (given: Layout): string => `${JSON.stringify(given, null, 2)}\n`

/** A name of a file from the name of a layout. */
export const fileNameOf = (name: string): string => {
  const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '')
  return `aerie-layout${safe === '' ? '' : `-${safe}`}.json`
}

/** Has the browser keep the layout as a file. */
export const saveLayoutFile = (given: Layout): void => saveFile(fileNameOf(given.name), layoutText(given), 'application/json')
