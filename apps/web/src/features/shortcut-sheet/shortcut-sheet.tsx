import { useId, useState } from 'react'
import { switchShortcuts, useAppearance } from '../../lib/appearance.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ShortcutEditor } from './shortcut-editor.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import './shortcut-sheet.css'

/** Every shortcut there is, from the same table that makes them work; the way to change them, and the switch that turns them off. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const areOn = useAppearance((state) => state.areShortcutsOn)
  const [isEditing, setEditing] = useState(false)
  const id = useId()
  return (
    <Dialog title={isEditing ? 'Change shortcuts' : 'Keyboard shortcuts'} isWide onClose={onClose}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="flex min-h-8 items-center gap-2 text-13">
          <input
            id={id}
            type="checkbox"
            checked={areOn}
            onChange={(event) => switchShortcuts(event.target.checked)}
            className="size-4 accent-accent"
          />
          Shortcuts are on in this browser
        </label>
        <Button size="sm" onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Done' : 'Change shortcuts'}
        </Button>
      </div>
      {isEditing ? <ShortcutEditor /> : <ShortcutHelp />}
    </Dialog>
  )
}
