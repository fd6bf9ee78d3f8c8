// Every sentence of the shared components.

// appearance-items
export const dark = 'Dark'
export const light = 'Light'
export const system = 'System'
export const greenUpRed = 'Green up, red down'
export const redUpGreen = 'Red up, green down'
export const blueUpOrange = 'Blue up, orange down'

// dialog
export const close = 'Close'

// error-boundary
export const pageNotShown = 'This page could not be shown'
export const reload = 'Reload'
export const pageNotShownWhy =
  'Something in it failed, or a newer version of Aerie has been installed since you opened it. Reloading usually helps; nothing you had saved is lost.'
export const partNotShown = (title: string) => `${title}: could not be shown`
export const itemNotShown = 'This entry could not be shown.'

// error-state
export const tryAgain = 'Try Again'

// explain
export const about = (title: string) => `About ${title}`

// fullscreen
export const fullscreenNotAllowed = 'Your browser did not allow fullscreen here.'

// late-part

// name-dialog
export const enterAName = 'Enter a name.'
export const atMostCharacters = (most: number) => `At most ${most} characters.`
export const cancel = 'Cancel'

// route-spinner
export const loading = 'Loading'

// toaster
export const messages = 'Messages'
