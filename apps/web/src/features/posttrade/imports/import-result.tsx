import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { Button } from '../../../ui/controls/button.tsx'
import { Problems } from './import-preview.tsx'
import { countText } from './import-words.ts'

/** What the import came to, and the way back. */
export function ImportResult({ batch, onUndo }: { readonly batch: JournalImport; readonly onUndo: () => void }) {
  const { state, entries, duplicates, trips, name, unopened } = batch
  if (state === 'undone')
    return (
      <p role="status" className="text-13">
        {`Import of ${name} undone. Its trades were removed from the journal.`}
      </p>
    )
  if (state === 'importing')
    return (
      <p role="status" className="text-13">
        {`${name} is still being saved. You can close this: all of it is saved, or nothing.`}
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="num text-13">
        {addedFrom(countText(entries, 'entry', 'entries'), name)}
        {trips === null ? '. ' : `: ${countText(trips, 'trade', 'trades')}. `}
        {duplicates > 0 && alreadyThereSkipped(countText(duplicates, 'row was', 'rows were'))}
      </p>
      {unopened !== null && unopened > 0 && <p className="text-12 text-warning">{unopenedKept(countText(unopened, 'fill', 'fills'))}</p>}
      <Problems batch={batch} />
      <span>
        <Button onClick={onUndo}>Undo import</Button>
      </span>
    </div>
  )
}

const addedFrom = (entries: string, name: string) => `${entries} added from ${name}`

const alreadyThereSkipped = (duplicates: string) => `${duplicates} already there and skipped.`

const unopenedKept = (fills: string) =>
  `${fills} of positions that no imported file opens. Import the earlier file, and trades are made of them.`
