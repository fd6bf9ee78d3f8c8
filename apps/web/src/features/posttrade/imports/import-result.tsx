import type { JournalImport } from '@aerie/wire/journal-imports'
import { Button } from '../../../ui/button.tsx'
import { Problems } from './import-preview.tsx'
import { countText } from './import-words.ts'

/** What the import came to, and the way back. */
export function ImportResult({ batch, onUndo }: { readonly batch: JournalImport; readonly onUndo: () => void }) {
  const { state, entries, duplicates, trips, name } = batch
  if (state === 'undone')
    return <p role="status" className="text-13">{`The import of ${name} was taken back: nothing of it is left in the journal.`}</p>
  if (state === 'importing')
    return (
      <p role="status" className="text-13">{`${name} is still being stored. Close this and come back: all of it arrives, or nothing.`}</p>
    )
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="num text-13">
        {`${countText(entries, 'entry', 'entries')} added from ${name}`}
        {trips === null ? '. ' : `: ${countText(trips, 'trade', 'trades')}. `}
        {duplicates > 0 && `${countText(duplicates, 'row was', 'rows were')} already there and skipped.`}
      </p>
      <Problems batch={batch} />
      <span>
        <Button onClick={onUndo}>Take the import back</Button>
      </span>
    </div>
  )
}
