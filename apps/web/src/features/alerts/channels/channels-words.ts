// Every sentence of the alerts' channels.

// channel-settings
export const channelsFailed = 'Your channels could not be loaded'
export const loadingYourChannels = 'Loading your channels'
export const eMail = 'E-mail'
export const telegram = 'Telegram'
export const browserPush = 'Browser push'
export const quietHours = 'Quiet hours'
export const webhooks = 'Webhooks'

// email-channel
export const eachAtOnce = 'immediately'
export const gatheredOnceHour = 'hourly summary'
export const gatheredOnceDay = 'daily summary'
export const notChanged = 'Not changed'
export const sendAlertsTo = 'Send alerts to'
export const theyCome = 'Frequency'
export const mailAlertsSwitched = 'Alert e-mails are off.'
export const notSent = 'Not sent'
export const sendATest = 'Send a test'

// push-channel
export const browserTakesNo = 'Push is not available in this browser. It needs https, and on an iPhone Aerie on the home screen.'
export const youRefusedMessages = 'Notifications are blocked for this site. Allow them in your browser’s site settings, then come back.'
export const alertsReachBrowser = 'Get alerts in this browser even when Aerie is closed.'
export const browserTakesAlerts = 'This browser gets alerts even when Aerie is closed.'
export const browserAllowedShow = 'Notifications were not allowed.'
export const browsersPushService = 'The browser’s push service could not be reached. Check your connection and the browser’s push settings.'
export const notSwitchedOn = 'Not switched on'
export const notSwitchedOff = 'Not switched off'
export const askingTheBrowser = 'Asking the browser…'
export const switchBrowser = 'Switch on in this browser'
export const switchOffBrowser = 'Switch off in this browser'
export const browsersTakeAlerts = 'Browsers with alerts'
export const remove = (name: string) => `Remove ${name}`
export const notRemoved = 'Not removed'
export const remove2 = 'Remove'

// quiet-hours
export const notSaved = 'Not saved'
export const messagesOutsideApp = 'Messages outside the app wait until quiet hours end. Liquidation warnings are sent at once.'
export const from = 'From'
export const to = 'To'
export const setQuietHours = 'Set quiet hours'
export const save = 'Save'
export const noQuietHours = 'No quiet hours'

// telegram-channel
export const serverNoTelegram = 'Telegram is not available on this server. Use e-mail or browser push instead.'
export const alertsGoTo = 'Alerts go to'
export const yourChat = 'your chat'
export const notUnlinked = 'Not unlinked'
export const unlink = 'Unlink'
export const noLinkMade = 'No link was made'
export const writesYouOnce = (text: string) =>
  `${text} can message you after you press Start in its chat. The link works once, for ten minutes.`
export const theBot = 'The bot'
export const linkTelegram = 'Link Telegram'
export const openTelegramPress = 'Open Telegram and press Start'

// use-channel-work
export const testMessageSent = (detail: string) => `The test message was sent. ${detail}`
export const testMessageDid = (detail: string) => `The test message did not get through. ${detail}`

// webhook-channel
export const eachFiringPosted =
  'Each alert is sent as JSON, signed by the Standard Webhooks specification. The address must be public and answer with a status of 200 to 299. Redirects are not followed.'
export const writeAddressBegins = 'Enter an address that begins with https://.'
export const notAdded = 'Not added'
export const address = 'Address'
export const httpsExampleCom = 'https://example.com/alerts'
export const addWebhook = 'Add webhook'
export const secretShownOnce = (url: string) => `Secret of ${url}. Copy it now: it is shown only once.`
export const copiedTheSecret = 'Secret copied.'
export const secretCopiedMark = 'The secret could not be copied. Select it and copy it by hand.'
export const copy = 'Copy'
export const iHaveIt = 'Done'
export const active = 'Active'
export const switchedOff = 'Switched off'
export const lastSent = (moment: string) => ` · last sent ${moment}`
export const oldSecretSigns = (moment: string) => ` · the old secret is valid until ${moment}`
export const test = (url: string) => `Test ${url}`
export const test2 = 'Test'
export const newSecretFor = (url: string) => `New secret for ${url}`
export const noNewSecret = 'No new secret'
export const newSecret = 'New secret'
export const switchIt = (text: string, url: string) => `Switch ${text} ${url}`
export const switchOff = 'Switch off'
export const switchOn = 'Switch on'
export const deleteIt = (url: string) => `Delete ${url}`
export const notDeleted = 'Not deleted'
