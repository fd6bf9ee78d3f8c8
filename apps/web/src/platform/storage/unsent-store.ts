import * as z from 'zod/mini'
import { newUuid } from '../browser/new-uuid.ts'
import { parseJson, readStored, removeStored, writeStored } from './storage.ts'

/** Local storage of state not yet sent to the server. Each window writes only its own entry. */
export type UnsentStore<T> = {
  /** Unsent states of all windows, open or closed; unreadable entries are skipped. */
  readonly readAll: () => readonly T[]
  /** Stores the state that replaces all that were read. @returns whether it could be stored */
  readonly write: (state: T) => boolean
  readonly clear: () => void
}

/** `prefix` contains the user id, so that users never read each other's entries. `ownName`: this window's key after the prefix. */
export function unsentStore<S extends z.core.$ZodType>(prefix: string, schema: S, ownName = newUuid()): UnsentStore<z.output<S>> {
  const own = prefix + ownName
  let taken = new Map<string, string | null>()
  const here = () => storedKeys().filter((key) => key.startsWith(prefix))
  /** Removes merged entries, unless their window has written again since. */
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

export function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch (error) {
    if (error instanceof DOMException) return []
    throw error
  }
}
