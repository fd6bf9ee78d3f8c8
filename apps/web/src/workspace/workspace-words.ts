export const name = 'Name'

export const deleteIt = (name: string) => `Delete “${name}”`

export const layoutImportedFrom = (name: string) => `Layout imported from ${name}.`

export const layoutSaved = (name: string) => `Layout “${name}” saved.`
export const layoutState = (name: string, state: string) => `Layout “${name}”: ${state}`
export const notOpened = (name: string) => `“${name}” could not be opened`
export const layoutGone = (name: string) => `Layout “${name}” no longer exists.`
export const layoutOpened = (name: string) => `Layout “${name}”.`

export const notDeleted = (name: string) => `“${name}” could not be deleted`
export const layoutDeleted = (name: string) => `Layout “${name}” deleted.`

export const notRestored = (name: string) => `“${name}” could not be restored`
export const layoutRestored = (name: string) => `Layout “${name}” restored.`
