import { useEffect } from 'react'
import { onNotice, onNoticesResumed } from '../../live/notices.ts'
import { readAgain } from './use-journal.ts'

/** Fills come in bursts; the journal is read once after them. */
const AFTER_MS = 500

/** Reads the journal again when the account's positions have changed, or might have while the connection was away. */
export function useFreshTrips(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(readAgain, AFTER_MS)
    }
    const stops = [onNotice(({ kind }) => kind === 'fill' && soon()), onNoticesResumed(soon)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
}
