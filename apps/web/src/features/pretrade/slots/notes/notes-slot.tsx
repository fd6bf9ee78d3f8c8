import { NOTES } from '../../../../documents/document-specs.ts'
import '../screener/screener.css'
import './notes.css'
import { NOTE_LENGTH, type Notes } from '@aerie/wire/workspace/workspace'
import { Eye, Pencil, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { SaveStatus } from '../../../../documents/save-status.tsx'
import { type UserDocument, useDocument } from '../../../../documents/use-document.ts'
import { lazyPart } from '../../../../lib/lazy-part.ts'
import { Area } from '../../../../ui/area.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import type { SlotProps } from '../../../../workspace/slots/slot.ts'
import { NoteEditor } from './note-editor.tsx'
import { hasRoomFor, type NoteKey, noteText, typeNote } from './note-edits.ts'
import { NoteSearch } from './note-search.tsx'

const MarkdownView = lazyPart(async () => (await import('../../../../ui/markdown-view.tsx')).MarkdownView)
const optionsSchema = z.object({ isGeneral: z.catch(z.boolean(), false), isPreview: z.catch(z.boolean(), false) })
const FIRST = { isGeneral: false, isPreview: false }

/** Notes in Markdown: one on each coin and one on everything, saved as they are typed. */
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
      // What scrolls must be within reach of the keyboard.
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
