// Every sentence of the alerts' channels.

// channel-settings
export const channelsFailed = 'Your channels could not be loaded'
export const loadingYourChannels = 'Loading your channels'
export const email = 'E-mail'
export const telegram = 'Telegram'
export const browserPush = 'Browser push'
export const quietHours = 'Quiet hours'
export const webhooks = 'Webhooks'

// email-channel
export const immediately = 'immediately'
export const hourlySummary = 'hourly summary'
export const dailySummary = 'daily summary'
export const notChanged = 'Not changed'
export const sendAlertsTo = 'Send alerts to'
export const frequency = 'Frequency'
export const emailsOff = 'Alert e-mails are off.'
export const notSent = 'Not sent'
export const sendATest = 'Send a test'

// push-channel
export const pushUnavailable = 'Push is not available in this browser. It needs https, and on an iPhone Aerie on the home screen.'
export const notificationsBlocked = 'Notifications are blocked for this site. Allow them in your browser’s site settings, then come back.'
export const pushNeedsContact =
  'Push is not available in Safari on this server: its operator has to set MAIL_FROM or an https PUBLIC_URL, which Apple requires.'
export const pushOffer = 'Get alerts in this browser even when Aerie is closed.'
export const pushIsOn = 'This browser gets alerts even when Aerie is closed.'
export const notificationsNotAllowed = 'Notifications were not allowed.'
export const pushServiceUnreachable =
  'The browser’s push service could not be reached. Check your connection and the browser’s push settings.'
export const notSwitchedOn = 'Not switched on'
export const notSwitchedOff = 'Not switched off'
export const askingTheBrowser = 'Waiting for the browser …'
export const switchOnHere = 'Switch on in this browser'
export const switchOffHere = 'Switch off in this browser'
export const browsersWithAlerts = 'Browsers with alerts'
export const removeNamed = (name: string) => `Remove ${name}`
export const notRemoved = 'Not removed'
export const remove = 'Remove'

// quiet-hours
export const notSaved = 'Not saved'
export const quietHoursRule = 'Messages outside the app wait until quiet hours end. Liquidation warnings are sent at once.'
export const from = 'From'
export const to = 'To'
export const setQuietHours = 'Set quiet hours'
export const save = 'Save'
export const noQuietHours = 'No quiet hours'

// telegram-channel
export const telegramUnavailable = 'Telegram is not available on this server. Use e-mail or browser push instead.'
export const alertsGoTo = 'Alerts go to'
export const yourChat = 'your chat'
export const notUnlinked = 'Not unlinked'
export const unlink = 'Unlink'
export const linkNotMade = 'The link was not created'
export const telegramLinkRule = (text: string) =>
  `${text} can message you after you press Start in its chat. The link works once, for ten minutes.`
export const theBot = 'The bot'
export const linkTelegram = 'Link Telegram'
export const openTelegram = 'Open Telegram and press Start'

// use-channel-work
export const testMessageSent = (detail: string) => `The test message was sent. ${detail}`
export const testMessageFailed = (detail: string) => `The test message did not get through. ${detail}`

// webhook-channel
export const webhookRule =
  'Each alert is sent as JSON, signed by the Standard Webhooks specification. The address must be public and answer with a status of 200 to 299. Redirects are not followed.'
export const enterHttpsAddress = 'Enter an address that begins with https://.'
export const notAdded = 'Not added'
export const address = 'Address'
export const exampleAddress = 'https://example.com/alerts'
export const addWebhook = 'Add webhook'
export const secretShownOnce = (url: string) => `Secret of ${url}. Copy it now: it is shown only once.`
export const secretCopied = 'Secret copied.'
export const secretNotCopied = 'The secret could not be copied. Select it instead.'
export const copy = 'Copy'
export const done = 'Done'
export const active = 'Active'
export const switchedOff = 'Switched off'
export const lastSent = (moment: string) => ` · last sent ${moment}`
export const oldSecretValidUntil = (moment: string) => ` · the old secret is valid until ${moment}`
export const testNamed = (url: string) => `Test ${url}`
export const test = 'Test'
export const newSecretFor = (url: string) => `New secret for ${url}`
export const noNewSecret = 'No new secret'
export const newSecret = 'New secret'
export const switchNamed = (text: string, url: string) => `Switch ${text} ${url}`
export const switchOff = 'Switch off'
export const switchOn = 'Switch on'
export const deleteIt = (url: string) => `Delete ${url}`
export const notDeleted = 'Not deleted'
