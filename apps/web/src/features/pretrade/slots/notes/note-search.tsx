import type { Notes } from '@aerie/wire/workspace/workspace'
import { useState } from 'react'
import { Moment } from '../../../../market-views/forecast/moment.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { type NoteKey, searchNotes } from './note-edits.ts'

type NoteSearchProps = { readonly notes: Notes; readonly onShow: (place: NoteKey) => void }

/** All notes, newest first, and those in which the typed words are. */
export function NoteSearch({ notes, onShow }: NoteSearchProps) {
  const [typed, setTyped] = useState('')
  const found = searchNotes(notes, typed)
  return (
    <>
      <div className="p-1.5">
        <input
          // biome-ignore lint/a11y/noAutofocus: the press that opened the search asked for it
          autoFocus
          type="search"
          className="slot-input w-full pointer-coarse:min-h-11"
          aria-label="Search all notes"
          placeholder="Search all notes"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <ul className="slot-scroll" aria-label="Notes found">
        {found.map(({ place, line, changedAt }) => (
          <li key={place ?? ''}>
            <button type="button" className="note-found" onClick={() => onShow(place)}>
              <b>{place ?? 'General'}</b>
              <span className="min-w-0 flex-1 truncate">{line}</span>
              <span className="check-when">
                <Moment at={changedAt} />
              </span>
            </button>
          </li>
        ))}
        {found.length === 0 && (
          <li>
            <EmptyState title={typed.trim() === '' ? 'No notes yet' : 'No matching notes'}>
              {typed.trim() === '' ? 'Your notes on coins and in general are listed here.' : 'Try fewer or shorter words.'}
            </EmptyState>
          </li>
        )}
      </ul>
    </>
  )
}
