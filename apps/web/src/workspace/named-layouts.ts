import type { Layout } from '@aerie/wire/workspace/layout'
import { LAYOUT } from '../documents/document-spec.ts'
import { createDocument, deleteDocument, readDocument } from '../documents/named-documents.ts'
import { documentAt, holdDocument } from '../documents/open-documents.ts'
import { savingWords } from '../documents/saving-words.ts'
import { WORKING_MARK } from '../documents/working-mark.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { errorText } from '../lib/http/error-text.ts'
import { useSession } from '../session/session.ts'
import { notify } from '../ui/states/toast.ts'
import { opened } from './layout/layout-edits.ts'
import type { Workspace } from './workspace.ts'
import { replaceLayout } from './workspace-actions.ts'
import * as WORDS from './workspace-words.ts'

/** Why a name cannot be that of a layout; null where it can. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (name.startsWith(WORKING_MARK)) return `A name cannot begin with ${WORKING_MARK}.`
  if (/\p{Cc}/u.test(name)) return 'A name cannot contain control characters.'
  return taken.includes(name) ? 'A layout with this name exists. Choose another name, or open that layout to overwrite it.' : null
}

/** Runs what asks the server, and says what failed. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', `${what}: ${errorText(error)}`)
  }
}

/** Saves the workspace under `name`, whether there is one by it or not; said when the server has it, or why it has not. */
export function saveAs({ store, change }: Workspace, name: string): void {
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
    if (state.saving === 'saved') notify('success', WORDS.layoutSaved(name))
    else notify('warning', WORDS.layoutState(name, savingWords(state)))
  })
}

/** The layout that was asked for last. */
let wanted: object | null = null

/** Shows a saved layout, unless another one was asked for before it came. What was there can be taken back. */
export const loadNamed = (workspace: Workspace, name: string): Promise<void> =>
  attempt(WORDS.notOpened(name), async () => {
    const own = {}
    wanted = own
    const saved = await readDocument('layout', name)
    if (wanted !== own) return
    if (saved === null) notify('warning', WORDS.layoutGone(name))
    else replaceLayout(workspace, { ...opened(saved), name }, WORDS.layoutOpened(name))
  })

/** Gives a saved layout another name. */
export const renameNamed = (workspace: Workspace, from: string, to: string): Promise<void> =>
  attempt(`“${from}” could not be renamed`, async () => {
    const saved = await readDocument('layout', from)
    if (saved === null) return notify('warning', WORDS.layoutGone(from))
    await createDocument('layout', to, { ...saved, name: to })
    await deleteDocument('layout', from)
    nameIs(workspace, from, to)
    notify('success', `Layout “${from}” renamed to “${to}”.`)
  })

/** Deletes a saved layout; the workspace itself stays. It can be taken back. */
export const deleteNamed = (workspace: Workspace, name: string): Promise<void> =>
  attempt(WORDS.notDeleted(name), async () => {
    const saved = await readDocument('layout', name)
    await deleteDocument('layout', name)
    nameIs(workspace, name, '')
    if (saved !== null)
      notify('info', WORDS.layoutDeleted(name), { action: { label: 'Undo', run: () => void restoreNamed(workspace, name, saved) } })
  })

const restoreNamed = (workspace: Workspace, name: string, saved: Layout): Promise<void> =>
  attempt(WORDS.notRestored(name), async () => {
    await createDocument('layout', name, saved)
    nameIs(workspace, '', name)
    notify('success', WORDS.layoutRestored(name))
  })

const nameIs = ({ change }: Workspace, from: string, to: string): void =>
  change((layout) => (layout.name === from ? { ...layout, name: to } : layout), { isStep: false })

/** Starts over. */
export const resetLayout = (workspace: Workspace): void => replaceLayout(workspace, workspace.start(), 'Workspace reset.')
