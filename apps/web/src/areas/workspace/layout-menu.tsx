import { newest } from '@aerie/runtime/newest'
import { LAYOUT_FILE_LIMIT_BYTES, type Layout, layout } from '@aerie/wire/workspace/layout'
import { ChevronDown, Download, FilePlus2, Pencil, RotateCcw, Save, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react'
import { ApiError } from '../../platform/api/api-error.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { LAYOUT } from '../../platform/documents/document-spec.ts'
import {
  createDocument,
  deleteDocument,
  readDocument,
  useDocumentNames,
  useNamedDocument,
} from '../../platform/documents/named-documents.ts'
import { documentAt, holdDocument } from '../../platform/documents/open-documents.ts'
import { savingText, WORKING_MARK } from '../../platform/documents/saving-text.ts'
import { useSession } from '../../platform/session/session.ts'
import { type FileRead, parseJsonText, readJsonFile } from '../../platform/storage/json-file.ts'
import { saveFile } from '../../platform/storage/save-file.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { buttonStyle } from '../../ui/controls/button.tsx'
import { useIsWide } from '../../ui/hooks/use-media.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { NameDialog } from '../../ui/overlays/name-dialog.tsx'
import { isEdited, opened } from './layout/layout-edits.ts'
import { screenSize, type Workspace } from './workspace.ts'
import { applyPreset, replaceLayout } from './workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from './workspace-context.ts'

export function LayoutMenu() {
  const workspace = useWorkspace()
  const name = useWorkspaceState(({ layout }) => layout?.name ?? '')
  const { data = [], error } = useDocumentNames('layout')
  const names = data.map((each) => each.name).filter((each) => !each.startsWith(WORKING_MARK))
  const { data: saved = null } = useNamedDocument('layout', names.includes(name) ? name : null)
  const isChanged = useWorkspaceState(({ layout }) => layout !== null && saved !== null && isEdited(layout, saved))
  const shownName = isChanged ? `${name} (changed)` : name
  const [asking, setAsking] = useState<'save' | 'rename' | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const isWide = useIsWide()
  const own = menuItems(workspace, { name, shownName, names }, { ask: setAsking, chooseFile: () => file.current?.click() })
  const items = [...own, ...(isWide ? [] : presetItems(workspace))]
  return (
    <>
      <Menu
        label="Layouts"
        align="start"
        items={items}
        heading={error === null ? undefined : <p className="px-3 py-1 text-12 text-warning">Your saved layouts could not be loaded.</p>}
        trigger={(props) => <LayoutButton {...props} name={shownName} />}
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
          label="Name"
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

type Named = {
  readonly name: string
  /** With a note if the layout differs from the saved one. */
  readonly shownName: string
  readonly names: readonly string[]
}
type MenuActions = { readonly ask: (what: 'save' | 'rename') => void; readonly chooseFile: () => void }

function menuItems(workspace: Workspace, { name, shownName, names }: Named, { ask, chooseFile }: MenuActions): readonly MenuItem[] {
  const isNamed = names.includes(name)
  const own: MenuItem[] = isNamed
    ? [
        { id: 'rename', label: 'Rename…', icon: <Pencil size={16} />, onSelect: () => ask('rename') },
        { id: 'delete', label: `Delete “${name}”`, icon: <Trash2 size={16} />, onSelect: () => void deleteNamed(workspace, name) },
      ]
    : []
  return [
    ...names.map((each) => ({
      id: `name ${each}`,
      label: each === name ? shownName : each,
      isChosen: each === name,
      onSelect: () => void loadNamed(workspace, each),
    })),
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
    if (read.ok) replaceLayout(workspace, opened(read.value), `Layout imported from ${file.name}.`)
    else notify('error', read.message)
  }, reportError)
}

const LayoutButton = ({ name, ...props }: ComponentProps<'button'> & { readonly name: string }) => (
  <button type="button" {...props} title={name === '' ? undefined : name} className={buttonStyle('secondary', 'sm', 'max-w-52')}>
    <span className="truncate">{name === '' ? 'Layout' : name}</span>
    <ChevronDown size={14} aria-hidden="true" className="shrink-0" />
  </button>
)

export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (name.startsWith(WORKING_MARK)) return `A name cannot begin with ${WORKING_MARK}.`
  if (/\p{Cc}/u.test(name)) return 'A name cannot contain control characters.'
  return taken.includes(name) ? 'A layout with this name exists. Choose another name, or open that layout to overwrite it.' : null
}

async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', `${what}: ${errorText(error)}`)
  }
}

/** Saves or overwrites `name`; reports the result once the server responds. */
function saveAs({ store, change }: Workspace, name: string): void {
  const { layout } = store.getState()
  const owner = useSession.getState().user?.user_id ?? null
  if (layout === null) return
  const named: Layout = { ...layout, name }
  change((now) => (now.name === name ? now : { ...now, name }), { isStep: false })
  const document = documentAt({ spec: LAYOUT, name, owner })
  const release = holdDocument(document)
  document.change(() => named)
  const stop = document.store.subscribe((state) => {
    if (state.saving === 'saving' || state.state === 'loading') return
    stop()
    release()
    if (state.saving === 'saved') notify('success', `Layout “${name}” saved.`)
    else notify('warning', `Layout “${name}”: ${savingText(state)}`)
  })
}

const beginLoading = newest()

/** Loads a saved layout, unless another was requested meanwhile. Can be undone. */
export const loadNamed = (workspace: Workspace, name: string): Promise<void> =>
  attempt(`“${name}” could not be opened`, async () => {
    const isNewest = beginLoading()
    const saved = await readDocument('layout', name)
    if (!isNewest()) return
    if (saved === null) notify('warning', noLongerExists(name))
    else replaceLayout(workspace, { ...opened(saved), name }, `Layout “${name}”.`)
  })

const renameNamed = (workspace: Workspace, from: string, to: string): Promise<void> =>
  attempt(`“${from}” could not be renamed`, async () => {
    const saved = await readDocument('layout', from)
    if (saved === null) return notify('warning', noLongerExists(from))
    await createDocument('layout', to, { ...saved, name: to })
    await deleteDocument('layout', from)
    nameIs(workspace, from, to)
    notify('success', `Layout “${from}” renamed to “${to}”.`)
  })

const noLongerExists = (name: string) => `Layout “${name}” no longer exists.`

/** Deletes the saved layout only; the workspace keeps showing it. Can be undone. */
const deleteNamed = (workspace: Workspace, name: string): Promise<void> =>
  attempt(`“${name}” could not be deleted`, async () => {
    const saved = await readDocument('layout', name)
    await deleteDocument('layout', name)
    nameIs(workspace, name, '')
    if (saved !== null)
      notify('info', `Layout “${name}” deleted.`, { action: { label: 'Undo', run: () => void restoreNamed(workspace, name, saved) } })
  })

const restoreNamed = (workspace: Workspace, name: string, saved: Layout): Promise<void> =>
  attempt(`“${name}” could not be restored`, async () => {
    await createDocument('layout', name, saved)
    nameIs(workspace, '', name)
    notify('success', `Layout “${name}” restored.`)
  })

const nameIs = ({ change }: Workspace, from: string, to: string): void =>
  change((layout) => (layout.name === from ? { ...layout, name: to } : layout), { isStep: false })

const resetLayout = (workspace: Workspace): void =>
  replaceLayout(workspace, (screenSize(workspace) ?? workspace).start(), 'Workspace reset.')

const LAYOUT_FILE = { schema: layout, noun: 'a layout', limitBytes: LAYOUT_FILE_LIMIT_BYTES }

export const readLayoutFile = (file: File): Promise<FileRead<Layout>> => readJsonFile(file, LAYOUT_FILE)

export const parseLayoutText = (text: string): FileRead<Layout> => parseJsonText(text, LAYOUT_FILE)

export const layoutText = (given: Layout): string => `${JSON.stringify(given, null, 2)}\n`

export const fileNameOf = (name: string): string => {
  const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '')
  return `aerie-layout${safe === '' ? '' : `-${safe}`}.json`
}

const saveLayoutFile = (given: Layout): void => saveFile(fileNameOf(given.name), layoutText(given), 'application/json')
