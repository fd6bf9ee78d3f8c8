import { serializeByKey } from '@aerie/runtime/serial-queue'
import type { TripDetail, TripPatch } from '@aerie/wire/journal/journal'
import { errorText } from '../../platform/api/error-text.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { journalCalls } from './journal-calls.ts'
import { cacheTrip, readAfterChange, readTripAgain } from './use-journal.ts'

/** Upper bound that manual input does not reach. */
const MOST_WAITING = 100

/** Serialised per trip: parallel requests could reach the server out of order. */
const sending = serializeByKey({ maxWaiting: MOST_WAITING })

/** `known`: last state from the server; `open`: unconfirmed changes, oldest first. */
type Changing = { known: TripDetail; open: readonly TripPatch[] }
const changing = new Map<string, Changing>()

/**
 * Optimistic update; a refused change is rolled back and reported, later ones are kept.
 * @param trip as displayed
 * @returns whether it was saved
 */
export async function changeTrip(trip: TripDetail, patch: TripPatch): Promise<boolean> {
  const mine = changing.get(trip.id) ?? { known: trip, open: [] }
  changing.set(trip.id, mine)
  mine.open = [...mine.open, patch]
  cacheTrip(shownOf(mine))
  let isSaved = false
  try {
    mine.known = await sending.run(trip.id, () => journalCalls.change(trip.id, patch))
    isSaved = true
  } catch (error) {
    notify('error', `The change was not saved. ${errorText(error)}`)
  }
  mine.open = mine.open.filter((each) => each !== patch)
  cacheTrip(shownOf(mine))
  readAfterChange()
  if (mine.open.length === 0) {
    changing.delete(trip.id)
    if (!isSaved) readTripAgain(trip.id)
  }
  return isSaved
}

const shownOf = ({ known, open }: Changing): TripDetail => open.reduce(withPatch, known)

const withPatch = (trip: TripDetail, { tags, note, rating }: TripPatch): TripDetail => ({
  ...trip,
  ...(tags === undefined ? {} : { tags }),
  ...(note === undefined ? {} : { note, has_note: note.trim() !== '' }),
  ...(rating === undefined ? {} : { rating }),
})
