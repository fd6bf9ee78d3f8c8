import { ticker } from '@aerie/runtime/ticker'
import type { Pool } from 'pg'
import type { PartsBoard } from './parts-board.ts'

const LOOK_MS = 5_000

/** Reports whether the database answers, every few seconds. Returns the way to stop. */
export function watchDatabase(pool: Pool, board: PartsBoard): { start: () => void; look: () => Promise<void>; stop: () => void } {
  const look = async (): Promise<void> => {
    try {
      await pool.query('select 1')
      board.set('database', 'ok', 'answers')
    } catch {
      // What failed is in the log of whoever needed it; here only that it did.
      board.set('database', 'down', 'does not answer')
    }
  }
  const looking = ticker(LOOK_MS, look)
  return {
    look,
    start: () => looking.start(),
    stop: looking.stop,
  }
}
