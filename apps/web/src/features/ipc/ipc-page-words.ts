// The rest of the IPC page.

// fan-table
export const to = (low: string, high: string) => `${low} to ${high}`

// ipc-page
export const forecast = 'Forecast'

// toolbar
export const ipc = 'IPC'
