import { serializeByKey } from '@aerie/runtime/serial-queue'
import type { TripDetail, TripPatch } from '@aerie/wire/journal/journal'
import { errorText } from '../../lib/http/error-text.ts'
import { notify } from '../../ui/states/toast.ts'
import { journalCalls } from './journal-calls.ts'
import { putTrip, readAfterChange, readTripAgain } from './use-journal.ts'

/** Nobody is this much quicker than the server by hand. */
const MOST_WAITING = 100

/** Changes of one trip are sent one after the other: side by side, an earlier one could come to the server last. */
const sending = serializeByKey({ maxWaiting: MOST_WAITING })

/** A trip as the server has it, as far as is known, and what it has not answered yet, oldest first. */
type Changing = { known: TripDetail; open: readonly TripPatch[] }
const changing = new Map<string, Changing>()

/**
 * Shows a change at once and saves it. Where the server refuses it, it goes again, with the reason; later changes stay.
 *
 * @param trip as it is shown
 * @returns whether it was saved
 */
export async function changeTrip(trip: TripDetail, patch: TripPatch): Promise<boolean> {
  const mine = changing.get(trip.id) ?? { known: trip, open: [] }
  changing.set(trip.id, mine)
  mine.open = [...mine.open, patch]
  putTrip(shownOf(mine))
  let isSaved = false
  try {
    mine.known = await sending.run(trip.id, () => journalCalls.change(trip.id, patch))
    isSaved = true
  } catch (error) {
    notify('error', `The change was not saved. ${errorText(error)}`)
  }
  mine.open = mine.open.filter((each) => each !== patch)
  putTrip(shownOf(mine))
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
