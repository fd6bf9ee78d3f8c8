import { type JournalImport, MOST_IMPORT_BYTES } from '@aerie/wire/journal/journal-imports'
import { useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { journalCalls } from '../journal-calls.ts'
import { readAgain } from '../use-journal.ts'
import { DateOrderQuestion } from './date-order-question.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { MappingForm } from './mapping-form.tsx'
import { PastImports } from './past-imports.tsx'

/** From a file of an exchange to trades in the journal: read, asked about, shown, stored whole, and taken back if wanted. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [batch, setBatch] = useState<JournalImport | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (words: string, work: () => Promise<JournalImport>) => {
    setBusy(words)
    setFault(null)
    try {
      const answer = await work()
      setBatch(answer)
      if (answer.state === 'done' || answer.state === 'undone') readAgain()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(null)
    }
  }
  const read = (file: File) => {
    const problem = fileFault(file)
    if (problem === null) void run(`Reading ${file.name}`, () => journalCalls.read(file))
    else setFault(problem)
  }
  const undo = (id: string) => void run('Undoing the import', () => journalCalls.undo(id))
  return (
    <Dialog title="Import trades" isWide onClose={onClose}>
      {fault !== null && (
        <p role="alert" className="text-13 text-danger">
          {fault}
        </p>
      )}
      {busy !== null && <ImportProgress words={busy} />}
      {busy === null && batch === null && (
        <>
          <FileChoice onFile={read} />
          <PastImports onUndo={undo} />
        </>
      )}
      {busy === null && batch !== null && (
        <>
          <Step
            batch={batch}
            onAnswer={(answer) => void run('Reading the file again', () => journalCalls.answer(batch.id, answer))}
            onConfirm={() => void run('Storing the trades', () => journalCalls.confirm(batch.id))}
            onUndo={() => undo(batch.id)}
          />
          <span className="flex justify-end gap-2">
            <Button variant="ghost" onClick={() => setBatch(null)}>
              Another file
            </Button>
            <Button onClick={onClose}>Close</Button>
          </span>
        </>
      )}
    </Dialog>
  )
}

type StepProps = {
  readonly batch: JournalImport
  readonly onAnswer: (answer: Parameters<typeof journalCalls.answer>[1]) => void
  readonly onConfirm: () => void
  readonly onUndo: () => void
}

function Step({ batch, onAnswer, onConfirm, onUndo }: StepProps) {
  switch (batch.state) {
    case 'mapping_needed':
      return <MappingForm batch={batch} onAnswer={(mapping) => onAnswer({ mapping })} />
    case 'date_order_needed':
      return <DateOrderQuestion batch={batch} onAnswer={(date_order) => onAnswer({ date_order })} />
    case 'ready':
      return <ImportPreview batch={batch} onConfirm={onConfirm} />
    case 'importing':
    case 'done':
    case 'undone':
      return <ImportResult batch={batch} onUndo={onUndo} />
  }
}

/** Why a file cannot be sent; null where it can. */
export function fileFault({ size, name }: Pick<File, 'size' | 'name'>): string | null {
  if (size === 0) return `${name} is empty.`
  const megabytes = (size / 1024 / 1024).toFixed(1)
  return size > MOST_IMPORT_BYTES
    ? `${name} has ${megabytes} MB; the limit is ${MOST_IMPORT_BYTES / 1024 / 1024} MB. Export a shorter period.`
    : null
}
