import * as z from 'zod/mini'
import { newUuid } from './new-uuid.ts'
import { readStored, removeStored, writeStored } from './storage.ts'
import { storedKeys } from './stored-keys.ts'

/** Where what the server does not have yet is kept in this browser. Each window has a place of its own, and none overwrites another's. */
export type KeptPlace<T> = {
  /** What windows that are gone, or other open ones, have not sent yet; what cannot be read is left out. */
  readonly readAll: () => readonly T[]
  /** Keeps the one state that now stands for all that were read. @returns whether this browser could keep it */
  readonly write: (kept: T) => boolean
  /** The server has it. */
  readonly clear: () => void
  /** Whether a change of `key` by another window says that the server has what that window kept. */
  readonly isSavedElsewhere: (event: Pick<StorageEvent, 'key' | 'newValue'>) => boolean
}

/**
 * @param prefix of the keys of all windows; names the user too, so that nobody finds what somebody else left
 * @param ownName this window's key after the prefix; a new one for each place where absent
 */
export function keptPlace<S extends z.core.$ZodType>(prefix: string, schema: S, ownName = newUuid()): KeptPlace<z.output<S>> {
  const own = prefix + ownName
  let taken = new Map<string, string | null>()
  const here = () => storedKeys().filter((key) => key.startsWith(prefix))
  /** What was taken over is done with, unless the window that kept it is still there and has kept more since. */
  const removeTaken = () => {
    removeStored(...[...taken].filter(([key, text]) => key !== own && readStored(key) === text).map(([key]) => key))
    taken = new Map()
  }
  return {
    readAll: () => {
      taken = new Map(here().map((key) => [key, readStored(key)]))
      return [...taken.values()].flatMap((text) => {
        const parsed = z.safeParse(schema, jsonOf(text ?? ''))
        return parsed.success ? [parsed.data] : []
      })
    },
    write: (kept) => {
      const isKept = writeStored(own, JSON.stringify(kept))
      if (isKept) removeTaken()
      return isKept
    },
    clear: () => removeStored(own),
    isSavedElsewhere: ({ key, newValue }) => newValue === null && key !== null && key !== own && key.startsWith(prefix),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
