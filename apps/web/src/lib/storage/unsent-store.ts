import * as z from 'zod/mini'
import { newUuid } from '../new-uuid.ts'
import { parseJson } from './parse-json.ts'
import { readStored, removeStored, writeStored } from './storage.ts'
import { storedKeys } from './stored-keys.ts'

/** Local storage of state that the server does not have yet. Each window writes its own entry and never overwrites another's. */
export type UnsentStore<T> = {
  /** Unsent states of all windows, open or closed; unreadable entries are left out. */
  readonly readAll: () => readonly T[]
  /** Stores the one state that replaces all that were read. @returns whether it could be stored */
  readonly write: (state: T) => boolean
  /** The server has it. */
  readonly clear: () => void
}

/**
 * @param prefix of the keys of all windows; contains the user, so that users never read each other's entries
 * @param ownName this window's key after the prefix; a new one by default
 */
export function unsentStore<S extends z.core.$ZodType>(prefix: string, schema: S, ownName = newUuid()): UnsentStore<z.output<S>> {
  const own = prefix + ownName
  let taken = new Map<string, string | null>()
  const here = () => storedKeys().filter((key) => key.startsWith(prefix))
  /** Removes entries that were merged, unless their window has written again since. */
  const removeTaken = () => {
    removeStored(...[...taken].filter(([key, text]) => key !== own && readStored(key) === text).map(([key]) => key))
    taken = new Map()
  }
  return {
    readAll: () => {
      taken = new Map(here().map((key) => [key, readStored(key)]))
      return [...taken.values()].flatMap((text) => {
        const parsed = z.safeParse(schema, parseJson(text ?? ''))
        return parsed.success ? [parsed.data] : []
      })
    },
    write: (state) => {
      const isStored = writeStored(own, JSON.stringify(state))
      if (isStored) removeTaken()
      return isStored
    },
    clear: () => removeStored(own),
  }
}
