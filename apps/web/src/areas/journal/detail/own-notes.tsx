import { serializeByKey } from '@aerie/runtime/serial-queue'
import { MOST_NOTE_CHARACTERS, MOST_TAGS, type TripDetail, type TripPatch, tripTag } from '@aerie/wire/journal/journal'
import { Star, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { errorText } from '../../../platform/api/error-text.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { MarkdownView } from '../../../ui/markdown-view.tsx'
import { filterStyle } from '../filters/filter-bar.tsx'
import { journalCalls } from '../journal-calls.ts'
import { cacheTrip, readAfterChange, readTripAgain } from '../use-journal.ts'
import { Part } from './fact-list.tsx'

/** The only parts of a trade that the user can edit. */
export function OwnNotes({ trip }: { readonly trip: TripDetail }) {
  return (
    <Part title="Your notes" trailing={<Rating trip={trip} />}>
      <Tags trip={trip} />
      <Note trip={trip} />
    </Part>
  )
}

const STARS = [1, 2, 3, 4, 5] as const

const Rating = ({ trip }: { readonly trip: TripDetail }) => (
  <fieldset className="inline-flex">
    <legend className="sr-only">Rating</legend>
    {STARS.map((stars) => (
      <button
        key={stars}
        type="button"
        className="inline-flex h-7 w-6.5 items-center justify-center text-ink-3 data-lit:text-accent-text pointer-coarse:min-h-10 pointer-coarse:min-w-10"
        aria-label={stars === 1 ? '1 star' : `${stars} stars`}
        aria-pressed={trip.rating === stars}
        title={trip.rating === stars ? 'Press again to remove the rating' : undefined}
        data-lit={stars <= (trip.rating ?? 0) || undefined}
        onClick={() => void changeTrip(trip, { rating: trip.rating === stars ? null : stars })}
      >
        <Star size={16} aria-hidden="true" fill={stars <= (trip.rating ?? 0) ? 'currentColor' : 'none'} />
      </button>
    ))}
  </fieldset>
)

function Tags({ trip }: { readonly trip: TripDetail }) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const fault = name === '' ? null : tagFault(name, trip.tags)
  const add = () => {
    if (name === '' || fault !== null) return
    setTyped('')
    void changeTrip(trip, { tags: [...trip.tags, name] })
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {trip.tags.map((tag) => (
        <span
          key={tag}
          className="wrap-anywhere inline-flex min-h-6.5 max-w-full items-center gap-0.5 rounded-full bg-surface-3 pr-0.5 pl-2 text-12"
        >
          {tag}
          <button
            type="button"
            className="inline-flex items-center justify-center rounded-full p-1.5 text-ink-2 hover:bg-surface-4 pointer-coarse:min-h-10 pointer-coarse:min-w-10"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => void changeTrip(trip, { tags: trip.tags.filter((each) => each !== tag) })}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        aria-label="Add a tag"
        aria-invalid={fault !== null || undefined}
        placeholder="Add a tag, Enter"
        className={filterStyle}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && add()}
        onBlur={add}
      />
      {fault !== null && (
        <span role="alert" className="text-12 text-danger">
          {fault}
        </span>
      )}
    </div>
  )
}

function tagFault(name: string, tags: readonly string[]): string | null {
  if (tags.includes(name)) return 'This trade already has this tag.'
  if (tags.length >= MOST_TAGS) return `A trade has at most ${MOST_TAGS} tags.`
  return z.safeParse(tripTag, name).success ? null : 'A tag has up to 40 characters and no comma.'
}

function Note({ trip }: { readonly trip: TripDetail }) {
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    editButton.current?.focus()
  }
  if (isEditing) return <NoteEditor trip={trip} onClose={close} />
  return (
    <div className="flex flex-col items-start gap-1.5 text-13">
      {trip.note.trim() !== '' && <MarkdownView text={trip.note} />}
      <Button ref={editButton} size="sm" onClick={() => setEditing(true)}>
        {trip.note.trim() === '' ? 'Write a note' : 'Edit the note'}
      </Button>
    </div>
  )
}

function NoteEditor({ trip, onClose }: { readonly trip: TripDetail; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(trip.note)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // Without the focus, what is typed next would be shortcuts.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  const save = async () => {
    setBusy(true)
    const isSaved = await changeTrip(trip, { note: draft })
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <div className="flex flex-col items-start gap-1.5 text-13">
      <textarea
        ref={field}
        aria-label="Note, Markdown"
        className="w-full rounded-md border border-line-input bg-surface-0 p-2 text-ink-1"
        rows={6}
        maxLength={MOST_NOTE_CHARACTERS}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
          if (event.key === 'Escape') event.stopPropagation()
        }}
      />
      <span className="flex gap-2">
        <Button size="sm" variant="primary" busy={isBusy} onClick={() => void save()}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <span className="num self-center text-12 text-ink-3">{`${draft.length.toLocaleString('en-US')} of ${MOST_NOTE_CHARACTERS.toLocaleString('en-US')} characters, Markdown`}</span>
      </span>
    </div>
  )
}

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
async function changeTrip(trip: TripDetail, patch: TripPatch): Promise<boolean> {
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
