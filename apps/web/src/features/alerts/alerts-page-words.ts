// Every sentence of the page of alerts.

// alert-dialog
export const newAlert = 'New alert'
export const changeAlert = 'Change alert'

// alerts-page
export const alerts = 'Alerts'
export const history = 'History'
export const deliveries = 'Deliveries'
export const channels = 'Channels'
export const tradeAlerts = 'Trade Alerts'
export const tradeAlertsSections = 'Trade Alerts sections'
export const higherLimitWithPlan = 'Higher limit with another plan'
export const resumeAll = 'Resume all'
export const pauseAll = 'Pause all'

// file-menu
export const anAlertsFile = 'an alerts file'
export const exportAlerts = 'Export alerts'
export const importAlerts = 'Import alerts…'
export const alertsAsFile = 'Alerts as a file'
export const importAndExport = 'Import and export'
export const alertsFile = 'Alerts file'
export const notExported = (error: string) => `Not exported: ${error}`
export const notImported = (error: string) => `Not imported: ${error}`
export const numbered = (index: number, reason: string) => `Number ${index}: ${reason}`
