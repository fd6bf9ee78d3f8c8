import { LAYOUT_FILE_LIMIT_BYTES, type Layout, layout } from '@aerie/wire/workspace/layout'
import { type FileRead, parseJsonText, readJsonFile } from '../../../platform/storage/json-file.ts'
import { saveFile } from '../../../platform/storage/save-file.ts'

const LAYOUT_FILE = { schema: layout, noun: 'a layout', limitBytes: LAYOUT_FILE_LIMIT_BYTES }

export const readLayoutFile = (file: File): Promise<FileRead<Layout>> => readJsonFile(file, LAYOUT_FILE)

export const parseLayoutText = (text: string): FileRead<Layout> => parseJsonText(text, LAYOUT_FILE)

export const layoutText = (given: Layout): string => `${JSON.stringify(given, null, 2)}\n`

export const fileNameOf = (name: string): string => {
  const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '')
  return `aerie-layout${safe === '' ? '' : `-${safe}`}.json`
}

export const saveLayoutFile = (given: Layout): void => saveFile(fileNameOf(given.name), layoutText(given), 'application/json')
