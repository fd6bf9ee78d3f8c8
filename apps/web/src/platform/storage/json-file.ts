import * as z from 'zod/mini'
import { parseJson } from './storage.ts'

export type FileRead<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

export type FileOf<T> = { readonly schema: z.core.$ZodType<T>; readonly noun: string; readonly limitBytes: number }

const refused = (message: string): { readonly ok: false; readonly message: string } => ({ ok: false, message })

const MOST_PROBLEMS = 3

export async function readJsonFile<T>(file: File, of: FileOf<T>): Promise<FileRead<T>> {
  if (file.size > of.limitBytes) {
    return refused(`The file has ${sizeText(file.size)}; ${of.noun} has at most ${sizeText(of.limitBytes)}. Nothing was imported.`)
  }
  if (file.size === 0) return refused('The file is empty.')
  return parseJsonText(await file.text(), of)
}

export function parseJsonText<T>(text: string, { schema, noun }: Omit<FileOf<T>, 'limitBytes'>): FileRead<T> {
  const value = parseJson(text)
  if (value === undefined) return refused(`The file is not JSON: it is damaged, or not ${noun}.`)
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`))
  const more = problems.length - MOST_PROBLEMS
  return refused(`The file is not ${noun}: ${problems.slice(0, MOST_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`)
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} kB`

/** `slots[2].channel` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${String(key)}`), '')
