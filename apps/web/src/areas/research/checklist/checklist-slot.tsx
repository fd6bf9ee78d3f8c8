import { CHECKLIST } from '../../../platform/documents/document-specs.ts'
import '../screener/screener.css'
import './checklist.css'
import {
  CHECK_LENGTH,
  type Check,
  type Checklist,
  checksOf,
  MOST_CHECKS,
  MOST_COINS_KEPT,
  progressOf,
  ticksOf,
} from '@aerie/wire/workspace/workspace'
import { GripVertical, ListChecks, Pencil, Plus, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { useDocument } from '../../../platform/documents/use-document.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Moment } from '../../../ui/moment.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { SaveStatus, type SlotProps } from '../../workspace/index.ts'
import { neighbourAfter, placed, useReorder } from '../reorder/use-reorder.ts'

export function ChecklistSlot({ symbol }: SlotProps) {
  const document = useDocument(CHECKLIST)
  return (
    <div className="checklist">
      {document.state === 'loading' && (
        <div role="status" aria-label="Loading your checklist" className="flex flex-col gap-3 p-3">
          <SkeletonRows count={8} />
        </div>
      )}
      {document.state === 'failed' && (
        <ErrorState title="Your checklist could not be loaded" onRetry={document.retry}>
          {document.trouble}
        </ErrorState>
      )}
      {document.state === 'ready' && (
        <>
          <Bar checklist={document.value} symbol={symbol} onChange={document.change} />
          <SaveStatus {...document} />
          <Items checklist={document.value} symbol={symbol} onChange={document.change} />
        </>
      )}
    </div>
  )
}

type PartProps = { readonly checklist: Checklist; readonly symbol: string; readonly onChange: (next: ChecklistChange) => void }

function Bar({ checklist, symbol, onChange }: PartProps) {
  const { done, all, doneAt } = progressOf(checklist, symbol)
  const clear = () => {
    const before = ticksOf(checklist, symbol)
    onChange(replaceTicks(symbol, {}))
    const action = { label: 'Undo', run: () => onChange(replaceTicks(symbol, before)) }
    notify('info', `Ticks for ${symbol} cleared.`, { theme: 'auto', action })
  }
  const resetToDefault = () => {
    const before = checklist.items
    onChange(replaceChecks(null))
    const action = { label: 'Undo', run: () => onChange(replaceChecks(before)) }
    notify('info', 'Checklist reset to its defaults.', { theme: 'auto', action })
  }
  return (
    <div className="slot-bar" role="toolbar" aria-label="Checklist">
      <span className="check-state" role="status" data-done={doneAt !== null || undefined}>
        <b>{symbol}</b>
        <span className="num">{doneAt === null ? `${done} of ${all}` : 'All done'}</span>
        {doneAt !== null && (
          <span className="check-when">
            <Moment at={doneAt} />
          </span>
        )}
      </span>
      <progress className="check-progress" max={Math.max(1, all)} value={done} aria-label={`Checklist of ${symbol}`} />
      <IconButton label={`Clear ticks for ${symbol}`} aria-disabled={done === 0 || undefined} onClick={() => done > 0 && clear()}>
        <RotateCcw size={16} aria-hidden="true" />
      </IconButton>
      {checklist.items !== null && (
        <IconButton label="Reset to the default checklist" onClick={resetToDefault}>
          <ListChecks size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

function Items({ checklist, symbol, onChange }: PartProps) {
  const checks = checksOf(checklist)
  const ticks = ticksOf(checklist, symbol)
  const reorder = useReorder<HTMLUListElement>((from, to) => {
    const moved = checks[from]
    if (moved !== undefined) onChange(insertCheck(moved, neighbourAfter(checks, from, to)?.id ?? null))
  })
  const remove = (item: Check, index: number) => {
    const after = checks[index + 1]?.id ?? null
    onChange(removeCheck(item.id))
    const action = { label: 'Undo', run: () => onChange(insertCheck(item, after)) }
    notify('info', 'Item removed.', { theme: 'auto', action })
  }
  return (
    <div className="slot-scroll">
      {checks.length === 0 && <EmptyState title="No items">Add what you want to check before each trade.</EmptyState>}
      <ul ref={reorder.list} aria-label={`Checklist of ${symbol}. Alt with an arrow key moves an item.`}>
        {checks.map((item, index) => (
          <CheckRow
            key={item.id}
            item={item}
            tickedAt={ticks[item.id] ?? null}
            place={reorder.row(index)}
            handle={reorder.handle(index)}
            onMoveKey={(event) => reorder.moveByKey(event, index)}
            onTick={(isTicked) => onChange(setTick({ symbol, id: item.id, at: isTicked ? Date.now() : null }))}
            onRename={(text) => onChange(renameCheck(item.id, text))}
            onRemove={() => remove(item, index)}
          />
        ))}
      </ul>
      {checks.length < MOST_CHECKS ? (
        <AddItem onAdd={(text) => onChange(insertCheck({ id: newUuid(), text }, null))} />
      ) : (
        <p className="px-3 py-2 text-12 text-ink-2">{`A checklist can have at most ${MOST_CHECKS} items.`}</p>
      )}
    </div>
  )
}

const newItem = z.object({ text: z.string().check(z.trim(), z.minLength(1)) })

function AddItem({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const form = useForm({
    schema: newItem,
    initial: { text: '' },
    send: ({ text }) => {
      onAdd(text)
      form.reset()
    },
  })
  const { error: _, ...input } = form.field('text')
  return (
    <form {...form.formProps} className="check-add">
      <input
        {...input}
        className="slot-input flex-1 pointer-coarse:min-h-11"
        aria-label="Add an item"
        placeholder="Add an item"
        maxLength={CHECK_LENGTH}
      />
      <IconButton label="Add" type="submit">
        <Plus size={16} aria-hidden="true" />
      </IconButton>
    </form>
  )
}

/** Idempotent, and safe on a checklist that another window has changed. */
type ChecklistChange = (old: Checklist) => Checklist

const onItems =
  (change: (items: readonly Check[]) => readonly Check[]): ChecklistChange =>
  (old) => ({ ...old, items: [...change(checksOf(old))].slice(0, MOST_CHECKS) })

export const insertCheck = (item: Check, before: string | null): ChecklistChange =>
  onItems((items) => {
    const present = items.find(({ id }) => id === item.id) ?? item
    const others = items.filter(({ id }) => id !== item.id)
    return placed([...others, present], present, others.find(({ id }) => id === before) ?? null)
  })

export const renameCheck = (renamed: string, text: string): ChecklistChange =>
  onItems((items) => items.map((item) => (item.id === renamed ? { ...item, text } : item)))

export const removeCheck = (gone: string): ChecklistChange => onItems((items) => items.filter(({ id }) => id !== gone))

export const replaceChecks =
  (items: Checklist['items']): ChecklistChange =>
  (old) => ({ ...old, items })

export const setTick =
  ({ symbol, id, at }: { readonly symbol: string; readonly id: string; readonly at: number | null }): ChecklistChange =>
  (old) => {
    const { [id]: _, ...others } = ticksOf(old, symbol)
    return withTicks(old, symbol, at === null ? others : { ...others, [id]: at })
  }

export const replaceTicks =
  (symbol: string, ticks: Readonly<Record<string, number>>): ChecklistChange =>
  (old) =>
    withTicks(old, symbol, ticks)

/** Evicts the least recently used coin when full. */
function withTicks(old: Checklist, symbol: string, ticks: Readonly<Record<string, number>>): Checklist {
  const { [symbol]: _, ...others } = old.ticks
  if (Object.keys(ticks).length === 0) return { ...old, ticks: others }
  const kept = Object.entries(others)
    .toSorted(([, a], [, b]) => newest(b) - newest(a))
    .slice(0, MOST_COINS_KEPT - 1)
  return { ...old, ticks: { ...Object.fromEntries(kept), [symbol]: { ...ticks } } }
}

const newest = (ticks: Readonly<Record<string, number>>): number => Math.max(0, ...Object.values(ticks))

type Reorder = ReturnType<typeof useReorder>
type CheckRowProps = {
  readonly item: Check
  /** Epoch ms; null if not ticked. */
  readonly tickedAt: number | null
  readonly place: ReturnType<Reorder['row']>
  readonly handle: ReturnType<Reorder['handle']>
  /** @returns whether the key moved the item */
  readonly onMoveKey: (event: KeyboardEvent<HTMLElement>) => boolean
  readonly onTick: (isTicked: boolean) => void
  readonly onRename: (text: string) => void
  readonly onRemove: () => void
}

export function CheckRow({ item, tickedAt, place, handle, onMoveKey, onTick, onRename, onRemove }: CheckRowProps) {
  const id = useId()
  const [isEditing, setEditing] = useState(false)
  const done = (text: string | null) => {
    setEditing(false)
    if (text !== null && text.trim() !== '' && text.trim() !== item.text) onRename(text.trim())
  }
  return (
    <li {...place} className="check-row" onKeyDown={onMoveKey}>
      <span className="check-grip" {...handle} title="Drag to move, or press Alt with an arrow key">
        <GripVertical size={14} aria-hidden="true" />
      </span>
      <input id={id} type="checkbox" checked={tickedAt !== null} onChange={({ target }) => onTick(target.checked)} />
      {isEditing ? (
        <CheckTextField text={item.text} onDone={done} />
      ) : (
        <label htmlFor={id} className="check-words" data-ticked={tickedAt !== null || undefined}>
          {item.text}
          {tickedAt !== null && (
            <span className="check-when">
              <Moment at={tickedAt} />
            </span>
          )}
        </label>
      )}
      <span className="check-tools">
        <IconButton label="Edit item" onClick={() => setEditing(true)}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
        <IconButton label="Remove" onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

/** Enter and blur save, Escape cancels. */
function CheckTextField({ text, onDone }: { readonly text: string; readonly onDone: (text: string | null) => void }) {
  const [typed, setTyped] = useState(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(event.key === 'Enter' ? typed : null)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the press that opened the field asked for it
      autoFocus
      className="slot-input flex-1"
      aria-label="Item text"
      maxLength={CHECK_LENGTH}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => onDone(typed)}
    />
  )
}
