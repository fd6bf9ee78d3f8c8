import { ChevronDown, Download, FilePlus2, Pencil, RotateCcw, Save, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useKeptNames } from '../../kept/kept-shelf.ts'
import { WORKING_MARK } from '../../kept/working-mark.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { notify } from '../../ui/toast.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { opened } from './layout-edits.ts'
import { readLayoutFile, saveLayoutFile } from './layout-file.ts'
import { NameDialog } from './name-dialog.tsx'
import { deleteNamed, loadNamed, nameProblem, renameNamed, resetLayout, saveAs } from './named-layouts.ts'
import { PRESETS } from './presets.ts'
import { applyPreset, replaceLayout } from './workspace-actions.ts'
import { useWorkspace } from './workspace-store.ts'

/** The user's layouts by name, and everything that is done with a layout as a whole. */
export function LayoutMenu() {
  const name = useWorkspace(({ layout }) => layout?.name ?? '')
  const { data = [], error } = useKeptNames('layout')
  const names = data.map((each) => each.name).filter((each) => !each.startsWith(WORKING_MARK))
  const [asking, setAsking] = useState<'save' | 'rename' | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const isWide = useIsWide()
  const items = [...menuItems(name, names, { ask: setAsking, chooseFile: () => file.current?.click() }), ...(isWide ? [] : presetItems)]
  return (
    <>
      <Menu
        label="Layouts"
        align="start"
        items={items}
        heading={error === null ? undefined : <p className="px-3 py-1 text-12 text-warning">Your saved layouts could not be read.</p>}
        trigger={(props) => (
          <button type="button" {...props} className={buttonStyle('secondary', 'sm', 'max-w-52')}>
            <span className="truncate">{name === '' ? 'Layout' : name}</span>
            <ChevronDown size={14} aria-hidden="true" className="shrink-0" />
          </button>
        )}
      />
      <input ref={file} type="file" accept=".json,application/json" aria-label="Layout file" hidden onChange={importFile} />
      {asking !== null && (
        <NameDialog
          title={asking === 'save' ? 'Save layout as' : 'Rename layout'}
          label="Name"
          value={name}
          most={60}
          action={asking === 'save' ? 'Save' : 'Rename'}
          problemOf={(typed) => nameProblem(typed, names)}
          onName={(typed) => (asking === 'save' ? saveAs(typed) : void renameNamed(name, typed))}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

type Doing = { readonly ask: (what: 'save' | 'rename') => void; readonly chooseFile: () => void }

function menuItems(name: string, names: readonly string[], { ask, chooseFile }: Doing): readonly MenuItem[] {
  const isNamed = names.includes(name)
  const own: MenuItem[] = isNamed
    ? [
        { id: 'rename', label: 'Rename…', icon: <Pencil size={16} />, onSelect: () => ask('rename') },
        { id: 'delete', label: `Delete “${name}”`, icon: <Trash2 size={16} />, onSelect: () => void deleteNamed(name) },
      ]
    : []
  return [
    ...names.map((each) => ({ id: `name ${each}`, label: each, isChosen: each === name, onSelect: () => void loadNamed(each) })),
    {
      id: 'save',
      label: 'Save',
      icon: <Save size={16} />,
      startsGroup: names.length > 0,
      onSelect: () => (isNamed ? saveAs(name) : ask('save')),
    },
    { id: 'save as', label: 'Save as…', icon: <FilePlus2 size={16} />, onSelect: () => ask('save') },
    ...own,
    { id: 'reset', label: 'Reset', icon: <RotateCcw size={16} />, startsGroup: true, onSelect: resetLayout },
    { id: 'import', label: 'Import…', icon: <Upload size={16} />, onSelect: chooseFile },
    { id: 'export', label: 'Export', icon: <Download size={16} />, onSelect: exportFile },
  ]
}

/** Where the toolbar has no room for them. */
const presetItems: readonly MenuItem[] = PRESETS.map(({ id, title }, index) => ({
  id: `preset ${id}`,
  label: title,
  startsGroup: index === 0,
  onSelect: () => applyPreset(id),
}))

function exportFile(): void {
  const { layout } = useWorkspace.getState()
  if (layout !== null) saveLayoutFile(layout)
}

function importFile(event: ChangeEvent<HTMLInputElement>): void {
  const [file] = event.target.files ?? []
  event.target.value = ''
  if (file === undefined) return
  readLayoutFile(file).then((read) => {
    if (read.ok) replaceLayout(opened(read.value), `Layout imported from ${file.name}.`)
    else notify('error', read.words)
  }, reportError)
}
