import { type ChangeEvent, useRef, useState } from 'react'
import { presentActions } from '../../commands/actions.ts'
import type { KeyChoices } from '../../commands/key-choices.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { readKeyFile, saveKeyFile } from './key-file.ts'
import { useActions } from './use-actions.ts'

type KeyFileButtonsProps = { readonly chosen: KeyChoices; readonly onImport: (keys: KeyChoices) => void }

/** Keeps the user's keys as a file, and takes those of another file in their place. */
export function KeyFileButtons({ chosen, onImport }: KeyFileButtonsProps) {
  const offered = useActions()
  const file = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<{ readonly words: string; readonly isRefusal: boolean } | null>(null)
  const importFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [given] = event.target.files ?? []
    // So that the same file can be chosen again once it was mended.
    event.target.value = ''
    if (given === undefined) return
    readKeyFile(given, { all: presentActions(), offered }).then((read) => {
      if (read.ok) onImport(read.value)
      setSaid(read.ok ? { words: `Shortcuts imported from ${given.name}.`, isRefusal: false } : { words: read.words, isRefusal: true })
    }, reportError)
  }
  const count = Object.keys(chosen).length
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabledReason={count === 0 ? 'No changes to save.' : undefined}
        onClick={() => saveKeyFile(chosen)}
      >
        Export
      </Button>
      <Button size="sm" variant="ghost" onClick={() => file.current?.click()}>
        Import…
      </Button>
      <input ref={file} type="file" accept=".json,application/json" aria-label="Shortcut file" hidden onChange={importFile} />
      {said !== null && (
        <p role={said.isRefusal ? 'alert' : 'status'} className={cx('w-full', said.isRefusal && 'text-danger')}>
          {said.words}
        </p>
      )}
    </>
  )
}
