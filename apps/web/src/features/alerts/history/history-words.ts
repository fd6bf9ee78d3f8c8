// Every sentence of the alerts' history.

// delivery-list
export const show = 'Show'
export const all = 'all'
export const nothingSentYet = 'Nothing was sent yet'
export const noneIs = (title: string) => `None is: ${title}`
export const eachMessageE = 'Each message by e-mail, Telegram, browser push or webhook is listed here, with what the receiver answered.'
export const deliveries = 'Deliveries'
export const mayArrivedTwice = 'It may have arrived twice: the server was stopped while it sent.'
export const inTheApp = 'In the app'
export const notSentAgain = (error: string) => `Not sent again: ${error}`
export const sendAgain = (title: string) => `Send again: ${title}`
export const sendAgain2 = 'Send again'

// firing-list
export const historyAlerts = 'history of your alerts'
export const nothingFiredYet = 'Nothing has fired yet'
export const eachTimeOne =
  'Each time one of your alerts fires it is listed here, with when it happened, when the server saw it and how you were told.'
export const whatFired = 'What fired'
export const markAllRead = 'Mark all as read'
export const unread = 'Unread:'
export const realPrice = (text: string) => ` · ${text}, not a real price`
export const markAsRead = 'Mark as read'

// list-frame
export const failed = (what: string) => `The ${what} could not be read`
export const loading = (what: string) => `Loading: ${what}`
export const failed2 = (error: string) => `This could not be read again. ${error}`
export const showOlder = 'Show older'
