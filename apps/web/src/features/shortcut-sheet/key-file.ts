import { MOST_KEY_CHOICES, shortcutKeys } from '@aerie/wire/workspace/shortcuts'
import * as z from 'zod/mini'
import type { Action } from '../../commands/action.ts'
import { type KeyChoices, keysOf } from '../../commands/key-choices.ts'
import { keysText } from '../../commands/shortcut-keys.ts'
import { type FileRead, readJsonFile } from '../../lib/storage/json-file.ts'
import { saveFile } from '../../lib/storage/save-file.ts'
import { conflictsOf, refusalOf } from './key-rules.ts'

const KEY_FILE = {
  // What the keys are is looked at with more words than a schema has.
  schema: z.object({ version: z.literal(1, 'this version reads shortcut files of version 1'), keys: z.record(z.string(), z.string()) }),
  noun: 'a set of shortcuts',
  /** As many as an account keeps come to half of it. */
  limitBytes: 64 * 1024,
}

/** Has the browser keep the user's keys as a file that people can read. */
export const saveKeyFile = (keys: KeyChoices): void =>
  saveFile('aerie-shortcuts.json', `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, 'application/json')

type Known = {
  /** Everything that has an id on this page, whether it is offered now or not. */
  readonly all: readonly Action[]
  /** What is offered: only these can be in each other's way. */
  readonly offered: readonly Action[]
}

/** Reads keys from a file. One that does not fit is refused as a whole, in words. */
export async function readKeyFile(file: File, known: Known): Promise<FileRead<KeyChoices>> {
  const read = await readJsonFile(file, KEY_FILE)
  if (!read.ok) return read
  const { keys } = read.value
  const words = countWords(keys) ?? unknownWords(keys, known.all) ?? refusalWords(keys, known.all) ?? clashWords(keys, known.offered)
  return words === null ? { ok: true, value: keys } : { ok: false, words: `${words} Nothing was changed.` }
}

const countWords = (keys: KeyChoices): string | null =>
  Object.keys(keys).length > MOST_KEY_CHOICES ? `An account can keep shortcuts for at most ${MOST_KEY_CHOICES} actions.` : null

/** What parts of other pages add, which are known only while these are there (`registerActions`). */
const OF_OTHER_PAGES = /^(?:workspace|mirror) /

function unknownWords(keys: KeyChoices, all: readonly Action[]): string | null {
  const ids = new Set(all.map(({ id }) => id))
  const isHere = (id: string) => all.some((action) => action.id.startsWith(id.slice(0, id.indexOf(' ') + 1)))
  const unknown = Object.keys(keys).filter((id) => !ids.has(id) && (!OF_OTHER_PAGES.test(id) || isHere(id)))
  const [first] = unknown
  if (first === undefined) return null
  const more = unknown.length - 1
  return `The file has shortcuts for “${first}”${more > 0 ? ` and ${more} more` : ''}, unknown to this version of Aerie.`
}

function refusalWords(keys: KeyChoices, all: readonly Action[]): string | null {
  for (const [id, given] of Object.entries(keys)) {
    const refusal = z.safeParse(shortcutKeys, given).success ? refusalOf(given) : `“${given}” is not a key.`
    if (refusal !== null) return `Shortcut for ${all.find((action) => action.id === id)?.title ?? id}: ${refusal}`
  }
  return null
}

function clashWords(chosen: KeyChoices, offered: readonly Action[]): string | null {
  for (const action of offered) {
    const keys = action.id in chosen ? keysOf(action, { chosen }) : undefined
    const [other] = keys === undefined ? [] : conflictsOf(keys, action.id, offered, chosen)
    if (keys !== undefined && other !== undefined) return `${keysText(keys)} for ${action.title} conflicts with ${other.title}.`
  }
  return null
}
