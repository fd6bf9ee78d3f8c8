import { CHECKLIST } from '../../../../documents/document-specs.ts'
import '../screener/screener.css'
import './checklist.css'
import { checksOf, progressOf, ticksOf } from '@aerie/wire/workspace/checklist'
import { CHECK_LENGTH, type Check, type Checklist, MOST_CHECKS } from '@aerie/wire/workspace/workspace'
import { ListChecks, Plus, RotateCcw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { SaveStatus } from '../../../../documents/save-status.tsx'
import { useDocument } from '../../../../documents/use-document.ts'
import { newUuid } from '../../../../lib/new-uuid.ts'
import { Moment } from '../../../../market-views/forecast/moment.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { focusWhenGone } from '../../../../ui/focus-when-gone.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import { notify } from '../../../../ui/states/toast.ts'
import type { SlotProps } from '../../../../workspace/slots/slot.ts'
import { neighbourAfter } from '../reorder/list-edits.ts'
import { useReorder } from '../reorder/use-reorder.ts'
import { CheckRow } from './check-row.tsx'
import { type ChecklistChange, placeCheck, removeCheck, renameCheck, replaceChecks, replaceTicks, setTick } from './checklist-edits.ts'

/** What the user looks at before a trade, ticked for each coin. */
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
        <IconButton ref={focusWhenGone} label="Reset to the default checklist" onClick={resetToDefault}>
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
    if (moved !== undefined) onChange(placeCheck(moved, neighbourAfter(checks, from, to)?.id ?? null))
  })
  const remove = (item: Check, index: number) => {
    const after = checks[index + 1]?.id ?? null
    onChange(removeCheck(item.id))
    const action = { label: 'Undo', run: () => onChange(placeCheck(item, after)) }
    notify('info', 'Item removed.', { theme: 'auto', action })
  }
  return (
    <div className="slot-scroll">
      {checks.length === 0 && <EmptyState title="No items">Add what you want to check before each trade.</EmptyState>}
      <ul ref={reorder.list} className="check-list" aria-label={`Checklist of ${symbol}. Alt with an arrow key moves an item.`}>
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
        <AddItem onAdd={(text) => onChange(placeCheck({ id: newUuid(), text }, null))} />
      ) : (
        <p className="px-3 py-2 text-12 text-ink-2">{`A checklist can have at most ${MOST_CHECKS} items.`}</p>
      )}
    </div>
  )
}

function AddItem({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const [text, setText] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onAdd(text.trim())
    setText('')
  }
  return (
    <form className="check-add" onSubmit={add}>
      <input
        className="slot-input flex-1 pointer-coarse:min-h-11"
        aria-label="Add an item"
        placeholder="Add an item"
        maxLength={CHECK_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <IconButton label="Add" type="submit">
        <Plus size={16} aria-hidden="true" />
      </IconButton>
    </form>
  )
}
