// Every sentence of workspace.

// layout-menu
export const layouts = 'Layouts'
export const layoutsFailed = 'Your saved layouts could not be loaded.'
export const layoutFile = 'Layout file'
export const saveLayoutAs = 'Save layout as'
export const renameLayout = 'Rename layout'
export const name = 'Name'
export const save = 'Save'
export const renameIt = 'Rename'
export const renameMenu = 'Rename…'
export const deleteIt = (name: string) => `Delete “${name}”`
export const saveAs = 'Save as…'
export const reset = 'Reset'
export const importLayout = 'Import…'
export const exportLayout = 'Export'
export const layoutImportedFrom = (name: string) => `Layout imported from ${name}.`

// named-layouts
export const nameCannotBegin = (workingMark: string) => `A name cannot begin with ${workingMark}.`
export const nameHasControlCharacters = 'A name cannot contain control characters.'
export const nameExists = 'A layout with this name exists. Choose another name, or open that layout to overwrite it.'
export const layoutSaved = (name: string) => `Layout “${name}” saved.`
export const layoutState = (name: string, state: string) => `Layout “${name}”: ${state}`
export const notOpened = (name: string) => `“${name}” could not be opened`
export const layoutGone = (name: string) => `Layout “${name}” no longer exists.`
export const layoutOpened = (name: string) => `Layout “${name}”.`
export const notRenamed = (from: string) => `“${from}” could not be renamed`
export const layoutRenamedTo = (from: string, to: string) => `Layout “${from}” renamed to “${to}”.`
export const notDeleted = (name: string) => `“${name}” could not be deleted`
export const layoutDeleted = (name: string) => `Layout “${name}” deleted.`
export const undo = 'Undo'
export const notRestored = (name: string) => `“${name}” could not be restored`
export const layoutRestored = (name: string) => `Layout “${name}” restored.`
export const workspaceReset = 'Workspace reset.'

// phone
export const slots = 'Slots'

// popout-views
export const windowTitle = (slot: string, coin: string) => `${slot} ${coin} · Aerie`

// popout-windows
export const windowBlocked = (slot: string, userAgent: string) => `Your browser blocked the window of “${slot}”. ${userAgent}`
export const allowInFirefox = 'Click "Options" in the bar below the address and choose "Allow pop-ups", then try again.'
export const allowInChrome = 'Click the pop-up icon in the address bar and choose "Always allow", then try again.'
export const allowInSafari = 'Choose Safari > Settings > Websites > Pop-up Windows and allow this site, then try again.'

// use-commands
export const workspace = 'Workspace'
export const focusSlot = (side: string) => `Focus slot: ${side}`
export const moveSlot = (side: string) => `Move slot: ${side}`
export const stackSlot = (side: string) => `Stack slot: ${side}`
export const nextTabSlot = 'Next tab in slot'
export const previousTabSlot = 'Previous tab in slot'
export const makeSlotWider = 'Make slot wider'
export const makeSlotNarrower = 'Make slot narrower'
export const makeSlotTaller = 'Make slot taller'
export const makeSlotShorter = 'Make slot shorter'
export const maximiseRestoreSlot = 'Maximise or restore slot'
export const openSlotWindow = 'Open slot in a window'
export const closeSlot = 'Close slot'
export const lockUnlockLayout = 'Lock or unlock the layout'
export const undoLayoutChange = 'Undo layout change'
export const redoLayoutChange = 'Redo layout change'
export const presetCommand = (title: string) => `Preset: ${title}`
export const addSlotNamed = (title: string) => `Add slot: ${title}`

// actions
export const tooManySlots = (count: number) => `A workspace can have ${count} slots. Close one first.`
export const presetApplied = (title: string) => `Preset: ${title}.`

// toolbar
export const presets = 'Presets'
export const leadersLayout = 'Leader’s layout'
export const ownLayout = 'Own layout'
export const addSlot = 'Add slot'
export const nothingToUndo = 'Nothing to undo'
export const redo = 'Redo'
export const nothingToRedo = 'Nothing to redo'
export const unlockLayout = 'Unlock the layout'
export const lockLayout = 'Lock the layout'

// view
export const workspaceFailed = 'Your workspace could not be loaded'
export const serverDidNotRespond = 'The server did not respond. Your layouts are safe there.'
export const loadingYourWorkspace = 'Loading your workspace'
export const emptyWorkspace = 'Empty workspace'
export const emptyWorkspaceText =
  'Charts, forecasts, depth and lists appear here as you place them. Add a slot above, or start with a preset.'
