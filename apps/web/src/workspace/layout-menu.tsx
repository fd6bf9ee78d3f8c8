import { Download, FilePlus2, Pencil, RotateCcw, Save, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useDocumentNames } from '../documents/named-documents.ts'
import { WORKING_MARK } from '../documents/working-mark.ts'
import { useIsWide } from '../ui/hooks/use-is-wide.ts'
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx'
import { NameDialog } from '../ui/overlays/name-dialog.tsx'
import { notify } from '../ui/states/toast.ts'
import { opened } from './layout/layout-edits.ts'
import { readLayoutFile, saveLayoutFile } from './layout/layout-file.ts'
import { LayoutButton } from './layout-button.tsx'
import { deleteNamed, loadNamed, nameProblem, renameNamed, resetLayout, saveAs } from './named-layouts.ts'
import type { Workspace } from './workspace.ts'
import { applyPreset, replaceLayout } from './workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from './workspace-context.ts'
import * as WORDS from './workspace-words.ts'

/** The user's layouts by name, and everything that is done with a layout as a whole. */
export function LayoutMenu() {
  const workspace = useWorkspace()
  const name = useWorkspaceState(({ layout }) => layout?.name ?? '')
  const { data = [], error } = useDocumentNames('layout')
  const names = data.map((each) => each.name).filter((each) => !each.startsWith(WORKING_MARK))
  const [asking, setAsking] = useState<'save' | 'rename' | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const isWide = useIsWide()
  const own = menuItems(workspace, { name, names }, { ask: setAsking, chooseFile: () => file.current?.click() })
  const items = [...own, ...(isWide ? [] : presetItems(workspace))]
  return (
    <>
      <Menu
        label="Layouts"
        align="start"
        items={items}
        heading={error === null ? undefined : <p className="px-3 py-1 text-12 text-warning">Your saved layouts could not be loaded.</p>}
        trigger={(props) => <LayoutButton {...props} />}
      />
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="Layout file"
        hidden
        onChange={(event) => importFile(workspace, event)}
      />
      {asking !== null && (
        <NameDialog
          title={asking === 'save' ? 'Save layout as' : 'Rename layout'}
          label={WORDS.name}
          value={name}
          most={60}
          action={asking === 'save' ? 'Save' : 'Rename'}
          problemOf={(typed) => nameProblem(typed, names)}
          onName={(typed) => (asking === 'save' ? saveAs(workspace, typed) : void renameNamed(workspace, name, typed))}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

type Named = { readonly name: string; readonly names: readonly string[] }
type MenuActions = { readonly ask: (what: 'save' | 'rename') => void; readonly chooseFile: () => void }

function menuItems(workspace: Workspace, { name, names }: Named, { ask, chooseFile }: MenuActions): readonly MenuItem[] {
  const isNamed = names.includes(name)
  const own: MenuItem[] = isNamed
    ? [
        { id: 'rename', label: 'Rename…', icon: <Pencil size={16} />, onSelect: () => ask('rename') },
        { id: 'delete', label: WORDS.deleteIt(name), icon: <Trash2 size={16} />, onSelect: () => void deleteNamed(workspace, name) },
      ]
    : []
  return [
    ...names.map((each) => ({ id: `name ${each}`, label: each, isChosen: each === name, onSelect: () => void loadNamed(workspace, each) })),
    {
      id: 'save',
      label: 'Save',
      icon: <Save size={16} />,
      startsGroup: names.length > 0,
      onSelect: () => (isNamed ? saveAs(workspace, name) : ask('save')),
    },
    { id: 'save as', label: 'Save as…', icon: <FilePlus2 size={16} />, onSelect: () => ask('save') },
    ...own,
    { id: 'reset', label: 'Reset', icon: <RotateCcw size={16} />, startsGroup: true, onSelect: () => resetLayout(workspace) },
    { id: 'import', label: 'Import…', icon: <Upload size={16} />, onSelect: chooseFile },
    { id: 'export', label: 'Export', icon: <Download size={16} />, onSelect: () => exportFile(workspace) },
  ]
}

/** Where the toolbar has no room for them. */
const presetItems = (workspace: Workspace): readonly MenuItem[] =>
  workspace.presets.map(({ id, title }, index) => ({
    id: `preset ${id}`,
    label: title,
    startsGroup: index === 0,
    onSelect: () => applyPreset(workspace, id),
  }))

function exportFile({ store }: Workspace): void {
  const { layout } = store.getState()
  if (layout !== null) saveLayoutFile(layout)
}

function importFile(workspace: Workspace, event: ChangeEvent<HTMLInputElement>): void {
  const [file] = event.target.files ?? []
  event.target.value = ''
  if (file === undefined) return
  readLayoutFile(file).then((read) => {
    if (read.ok) replaceLayout(workspace, opened(read.value), WORDS.layoutImportedFrom(file.name))
    else notify('error', read.words)
  }, reportError)
}
