// Every sentence of workspace.

// layout-menu
export const layouts = 'Layouts'
export const savedLayoutsFailed = 'Your saved layouts could not be loaded.'
export const layoutFile = 'Layout file'
export const saveLayoutAs = 'Save layout as'
export const renameLayout = 'Rename layout'
export const name = 'Name'
export const save = 'Save'
export const rename = 'Rename'
export const rename2 = 'Rename…'
export const deleteIt = (name: string) => `Delete “${name}”`
export const saveAs = 'Save as…'
export const reset = 'Reset'
export const importIt = 'Import…'
export const exportIt = 'Export'
export const layoutImportedFrom = (name: string) => `Layout imported from ${name}.`

// named-layouts
export const nameCannotBegin = (workingMark: string) => `A name cannot begin with ${workingMark}.`
export const nameCannotContain = 'A name cannot contain control characters.'
export const layoutNameExists = 'A layout with this name exists. Choose another name, or open that layout to overwrite it.'
export const layoutSaved = (name: string) => `Layout “${name}” saved.`
export const layout2 = (name: string, state: string) => `Layout “${name}”: ${state}`
export const opened = (name: string) => `“${name}” could not be opened`
export const layoutNoLonger = (name: string) => `Layout “${name}” no longer exists.`
export const layout3 = (name: string) => `Layout “${name}”.`
export const renamed = (from: string) => `“${from}” could not be renamed`
export const layoutRenamedTo = (from: string, to: string) => `Layout “${from}” renamed to “${to}”.`
export const deleted = (name: string) => `“${name}” could not be deleted`
export const layoutDeleted = (name: string) => `Layout “${name}” deleted.`
export const undo = 'Undo'
export const restored = (name: string) => `“${name}” could not be restored`
export const layoutRestored = (name: string) => `Layout “${name}” restored.`
export const workspaceReset = 'Workspace reset.'

// phone
export const slots = 'Slots'

// popout-views
export const aerie = (slot: string, coin: string) => `${slot} ${coin} · Aerie`

// popout-windows
export const browserBlockedWindow = (slot: string, userAgent: string) => `Your browser blocked the window of “${slot}”. ${userAgent}`
export const clickOptionsBar = 'Click "Options" in the bar below the address and choose "Allow pop-ups", then try again.'
export const clickPopUp = 'Click the pop-up icon in the address bar and choose "Always allow", then try again.'
export const chooseSafariSettings = 'Choose Safari > Settings > Websites > Pop-up Windows and allow this site, then try again.'

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
export const preset = (title: string) => `Preset: ${title}`
export const addSlot = (title: string) => `Add slot: ${title}`

// actions
export const workspaceSlotsClose = (count: number) => `A workspace can have ${count} slots. Close one first.`
export const preset2 = (title: string) => `Preset: ${title}.`

// toolbar
export const presets = 'Presets'
export const leadersLayout = 'Leader’s layout'
export const ownLayout = 'Own layout'
export const addSlot2 = 'Add slot'
export const undoNothingBeen = 'Nothing to undo'
export const redo = 'Redo'
export const redoNothingBeen = 'Nothing to redo'
export const unlockSlotsCannot = 'Unlock the layout'
export const lockKeepSlots = 'Lock the layout'

// view
export const workspaceFailed = 'Your workspace could not be loaded'
export const serverDidRespond = 'The server did not respond. Your layouts are safe there.'
export const loadingYourWorkspace = 'Loading your workspace'
export const emptyWorkspace = 'Empty workspace'
export const chartsForecastsDepth =
  'Charts, forecasts, depth and lists appear here as you place them. Add a slot above, or start with a preset.'
