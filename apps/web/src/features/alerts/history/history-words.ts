// Every sentence of the alerts' history.

// delivery-list
export const show = 'Show'
export const all = 'all'
export const nothingSentYet = 'Nothing sent yet'
export const noneInState = 'No deliveries in this state'
export const deliveriesAppearHere = 'Messages by e-mail, Telegram, browser push and webhook appear here with the receiver’s answer.'
export const deliveries = 'Deliveries'
export const mayHaveArrivedTwice = 'It may have arrived twice: the server stopped while sending.'
export const inTheApp = 'In the app'
export const notSentAgain = (error: string) => `Not sent again: ${error}`
export const sendAgainNamed = (title: string) => `Send again: ${title}`
export const sendAgain = 'Send again'

// firing-list
export const historyOfAlerts = 'history of your alerts'
export const noAlertsFiredYet = 'No alerts fired yet'
export const firedAlertsAppearHere = 'Fired alerts appear here with the time, when the server saw it, and how it was sent.'
export const firedAlerts = 'Fired alerts'
export const markAllRead = 'Mark all as read'
export const unread = 'Unread:'
export const notARealPrice = (text: string) => ` · ${text}, not a real price`
export const markAsRead = 'Mark as read'

// list-frame
export const failed = (what: string) => `The ${what} could not be loaded`
export const loading = (what: string) => `Loading: ${what}`
export const notUpdated = (error: string) => `This could not be updated. ${error}`
export const showOlder = 'Show older'
