import { NOTES } from '../../../platform/documents/document-specs.ts'
import '../screener/screener.css'
import './notes.css'
import { MOST_COINS_KEPT, NOTE_LENGTH, type Note, type Notes } from '@aerie/wire/workspace/workspace'
import { Eye, Pencil, Search } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { mergeText } from '../../../platform/documents/merge-text.ts'
import { type UserDocument, useDocument } from '../../../platform/documents/use-document.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Area } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { SaveStatus, type SlotProps } from '../../workspace/index.ts'

const MarkdownView = lazyPart(async () => (await import('../../../ui/markdown-view.tsx')).MarkdownView)
const optionsSchema = z.object({ isGeneral: z.catch(z.boolean(), false), isPreview: z.catch(z.boolean(), false) })
const FIRST = { isGeneral: false, isPreview: false }

export function NotesSlot({ symbol, selectCoin, options: stored, changeOptions }: SlotProps) {
  const document = useDocument(NOTES)
  const parsed = z.safeParse(optionsSchema, stored)
  const options = parsed.success ? parsed.data : FIRST
  const [isSearching, setSearching] = useState(false)
  const isUnsaved = document.saving === 'offline' || document.saving === 'refused'
  const place: NoteKey = options.isGeneral ? null : symbol
  const show = (found: NoteKey) => {
    setSearching(false)
    changeOptions({ ...options, isGeneral: found === null })
    if (found !== null) selectCoin(found)
  }
  const choice = (isGeneral: boolean, title: string) => (
    <button
      type="button"
      className="note-choice pointer-coarse:min-h-11"
      aria-pressed={options.isGeneral === isGeneral}
      onClick={() => changeOptions({ ...options, isGeneral })}
    >
      {title}
    </button>
  )
  return (
    <div className="notes">
      <div className="slot-bar" role="toolbar" aria-label="Notes">
        {choice(false, symbol)}
        {choice(true, 'General')}
        <span className="slot-bar-end" />
        {document.state === 'ready' && !isUnsaved && <SaveStatus {...document} always />}
        <IconButton label="Search all notes" aria-pressed={isSearching} onClick={() => setSearching(!isSearching)}>
          <Search size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={options.isPreview ? 'Write' : 'Preview'}
          onClick={() => changeOptions({ ...options, isPreview: !options.isPreview })}
        >
          {options.isPreview ? <Pencil size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
        </IconButton>
      </div>
      {document.state === 'ready' && isUnsaved && <SaveStatus {...document} />}
      <Content document={document} place={place} isPreview={options.isPreview} isSearching={isSearching} onShow={show} />
    </div>
  )
}

type ContentProps = {
  readonly document: UserDocument<'notes'>
  readonly place: NoteKey
  readonly isPreview: boolean
  readonly isSearching: boolean
  readonly onShow: (place: NoteKey) => void
}

function Content({ document, place, isPreview, isSearching, onShow }: ContentProps) {
  if (document.state === 'loading')
    return (
      <div role="status" aria-label="Loading your notes" className="flex flex-col gap-3 p-3">
        <SkeletonRows count={6} />
      </div>
    )
  if (document.state === 'failed')
    return (
      <ErrorState title="Your notes could not be loaded" onRetry={document.retry}>
        {document.trouble}
      </ErrorState>
    )
  if (isSearching) return <NoteSearch notes={document.value} onShow={onShow} />
  return <OneNote key={place ?? ''} notes={document.value} place={place} isPreview={isPreview} onChange={document.change} />
}

type OneNoteProps = {
  readonly notes: Notes
  readonly place: NoteKey
  readonly isPreview: boolean
  readonly onChange: UserDocument<'notes'>['change']
}

function OneNote({ notes, place, isPreview, onChange }: OneNoteProps) {
  const text = noteText(notes, place)
  const name = place === null ? 'General note' : `Note on ${place}`
  if (!hasRoomFor(notes, place)) return <EmptyState title="No room for another note">Clear a note you no longer need first.</EmptyState>
  if (isPreview)
    return text.trim() === '' ? (
      <EmptyState title="No note yet">Write with the pencil above. Markdown: # heading, - list, **bold**, [link](https://…).</EmptyState>
    ) : (
      <Area className="note-preview" aria-label={name} tabIndex={0}>
        <Suspense fallback={<SkeletonRows count={4} />}>
          <MarkdownView text={text} />
        </Suspense>
      </Area>
    )
  return (
    <NoteEditor
      label={name}
      text={text}
      most={NOTE_LENGTH}
      onType={(typed) => onChange(typeNote({ place, base: text, text: typed, at: Date.now() }))}
    />
  )
}

type NoteSearchProps = { readonly notes: Notes; readonly onShow: (place: NoteKey) => void }

function NoteSearch({ notes, onShow }: NoteSearchProps) {
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

type NoteEditorProps = {
  readonly label: string
  readonly text: string
  readonly most: number
  readonly onType: (text: string) => void
}

const SOON = 1_000

/** Keeps the caret position when another window edits the note. */
function NoteEditor({ label, text, most, onType }: NoteEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const own = useRef(text)
  const caret = useRef<readonly [number, number]>([0, 0])
  const noteCaret = () => {
    if (field.current !== null) caret.current = [field.current.selectionStart, field.current.selectionEnd]
  }
  useLayoutEffect(() => {
    const before = own.current
    own.current = text
    if (text === before || field.current === null || field.current !== field.current.ownerDocument.activeElement) return
    const [start, end] = caret.current
    field.current.setSelectionRange(shifted(start, before, text), shifted(end, before, text))
  }, [text])
  const left = most - text.length
  return (
    <>
      <textarea
        ref={field}
        className="note-field"
        aria-label={label}
        placeholder="Write here. Notes are saved as you type."
        maxLength={most}
        value={text}
        onSelect={noteCaret}
        onChange={({ target }) => {
          own.current = target.value
          noteCaret()
          onType(target.value)
        }}
      />
      {left < SOON && (
        <p role="status" className="num flex-none px-2 py-1 text-12 text-warning">
          {left === 0 ? `A note can have at most ${most.toLocaleString('en-US')} characters.` : `${left} characters left`}
        </p>
      )}
    </>
  )
}

/** Maps an offset in `before` to `after`, which differs in one range. */
export function shifted(at: number, before: string, after: string): number {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1
  return at <= same ? at : Math.max(same, at + after.length - before.length)
}

/** Null is the general note. */
type NoteKey = string | null

export const noteAt = (notes: Notes, place: NoteKey): Note | null =>
  place === null ? notes.general : Object.hasOwn(notes.coins, place) ? (notes.coins[place] ?? null) : null

export const noteText = (notes: Notes, place: NoteKey): string => noteAt(notes, place)?.text ?? ''

type Typed = { readonly place: NoteKey; readonly base: string; readonly text: string; readonly at: number }

/** Three-way merge against `base`: keeps the lines of both windows. */
export const typeNote =
  ({ place, base, text, at }: Typed) =>
  (old: Notes): Notes => {
    const merged = mergeText({ base, mine: text.toWellFormed(), theirs: noteText(old, place) })
    const note = merged === '' ? null : { text: merged, changed_at: at }
    if (place === null) return { ...old, general: note }
    const { [place]: _, ...others } = old.coins
    return { ...old, coins: note === null ? others : { ...others, [place]: note } }
  }

const hasRoomFor = ({ coins }: Notes, place: NoteKey): boolean =>
  place === null || Object.hasOwn(coins, place) || Object.keys(coins).length < MOST_COINS_KEPT

type FoundNote = { readonly place: NoteKey; readonly line: string; readonly changedAt: number }

/** All typed words must match; newest first. An empty query returns all notes. */
export function searchNotes(notes: Notes, typed: string): readonly FoundNote[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const all: (readonly [NoteKey, Note | null])[] = [[null, notes.general], ...Object.entries(notes.coins)]
  return all
    .flatMap(([place, note]) => {
      if (note === null) return []
      const text = `${place ?? 'general'}\n${note.text}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) return []
      const lines = note.text.split('\n').filter((line) => line.trim() !== '')
      const line = lines.find((each) => words.some((word) => each.toLowerCase().includes(word))) ?? lines[0] ?? ''
      return [{ place, line, changedAt: note.changed_at }]
    })
    .toSorted((a, b) => b.changedAt - a.changedAt)
}
