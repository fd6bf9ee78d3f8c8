import { chartSettings, savedChart } from '@aerie/wire/charts'
import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { storedKeys } from '../../lib/stored-keys.ts'
import { newDrawingId } from './drawing-id.ts'

const keptChart = z.object({ base: savedChart, mine: chartSettings })
/** What the server does not have yet: what was made, and what it was made from. */
export type KeptChart = z.output<typeof keptChart>

/** Where one chart is kept in this browser. Each user has places of their own; so has each window, and none overwrites another's. */
export type KeptPlace = {
  /** What windows that are gone, or other open ones, have not sent yet; what cannot be read is left out. */
  readonly readAll: () => readonly KeptChart[]
  /** Keeps the one state that now stands for all that were read. @returns whether this browser could keep it */
  readonly write: (kept: KeptChart) => boolean
  /** The server has it. */
  readonly clear: () => void
  /** Whether a change of `key` by another window says that it has saved this chart. */
  readonly isSavedElsewhere: (event: Pick<StorageEvent, 'key' | 'newValue'>) => boolean
}

/** @param owner id of the user, or `guest` */
export function keptPlace(owner: string, symbol: string): KeptPlace {
  const prefix = `aerie.chart.${owner}.${symbol}.`
  const own = prefix + (owner === GUEST ? 'kept' : newDrawingId())
  let taken: string[] = []
  const here = () => storedKeys().filter((key) => key.startsWith(prefix))
  return {
    readAll: () => {
      taken = here()
      return taken.flatMap((key) => parseKept(readStored(key)) ?? [])
    },
    write: (kept) => {
      const isKept = writeStored(own, JSON.stringify(kept))
      if (isKept) removeStored(...taken.filter((key) => key !== own))
      if (isKept) taken = []
      return isKept
    },
    clear: () => removeStored(own),
    isSavedElsewhere: ({ key, newValue }) => newValue === null && key !== null && key !== own && key.startsWith(prefix),
  }
}

/** Owner of what nobody is logged in for. */
export const GUEST = 'guest'

function parseKept(text: string | null): KeptChart | null {
  const parsed = z.safeParse(keptChart, jsonOf(text ?? ''))
  return parsed.success ? parsed.data : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
