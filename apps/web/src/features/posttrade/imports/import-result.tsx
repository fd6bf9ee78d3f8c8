import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { Button } from '../../../ui/controls/button.tsx'
import * as WORDS from './import-dialog-words.ts'
import { Problems } from './import-preview.tsx'
import { countText } from './import-words.ts'

/** What the import came to, and the way back. */
export function ImportResult({ batch, onUndo }: { readonly batch: JournalImport; readonly onUndo: () => void }) {
  const { state, entries, duplicates, trips, name, unopened } = batch
  if (state === 'undone')
    return (
      <p role="status" className="text-13">
        {WORDS.importUndone(name)}
      </p>
    )
  if (state === 'importing')
    return (
      <p role="status" className="text-13">
        {WORDS.stillBeingSaved(name)}
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="num text-13">
        {WORDS.addedFrom(countText(entries, 'entry', 'entries'), name)}
        {trips === null ? '. ' : `: ${countText(trips, 'trade', 'trades')}. `}
        {duplicates > 0 && WORDS.alreadyThereSkipped(countText(duplicates, WORDS.rowWas, WORDS.rowsWere))}
      </p>
      {unopened !== null && unopened > 0 && (
        <p className="text-12 text-warning">{WORDS.unopenedKept(countText(unopened, 'fill', 'fills'))}</p>
      )}
      <Problems batch={batch} />
      <span>
        <Button onClick={onUndo}>{WORDS.undoThisImport}</Button>
      </span>
    </div>
  )
}
