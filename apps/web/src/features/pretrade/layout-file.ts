import { LAYOUT_FILE_LIMIT_BYTES, type Layout, layout } from '@aerie/wire/layout'
import * as z from 'zod/mini'

type Read = { readonly ok: true; readonly layout: Layout } | { readonly ok: false; readonly words: string }
const refused = (words: string): Read => ({ ok: false, words })

const MOST_PROBLEMS = 3

/** Reads a layout from a file; what is wrong is said, and too large a file is not read at all. */
export async function readLayoutFile(file: File): Promise<Read> {
  if (file.size > LAYOUT_FILE_LIMIT_BYTES) {
    return refused(`The file has ${sizeText(file.size)}; a layout has at most ${LAYOUT_FILE_LIMIT_BYTES / 1024} kB. Nothing was read.`)
  }
  if (file.size === 0) return refused('The file is empty.')
  return parseLayoutText(await file.text())
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} kB`

/** Reads a layout from text. */
export function parseLayoutText(text: string): Read {
  const value = parseJson(text)
  if (value === undefined) return refused('The file is not JSON: it is damaged, or no layout.')
  const parsed = z.safeParse(layout, value)
  if (parsed.success) return { ok: true, layout: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`))
  const more = problems.length - MOST_PROBLEMS
  return refused(`The file is no layout: ${problems.slice(0, MOST_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** `slots[2].channel` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${String(key)}`), '')

/** A layout as the text of a file that people can read. */
export const layoutText = (given: Layout): string => `${JSON.stringify(given, null, 2)}\n`

/** A name of a file from the name of a layout. */
export const fileNameOf = (name: string): string => {
  const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '')
  return `aerie-layout${safe === '' ? '' : `-${safe}`}.json`
}

/** Has the browser keep the layout as a file. */
export function saveLayoutFile(given: Layout): void {
  const url = URL.createObjectURL(new Blob([layoutText(given)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileNameOf(given.name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
