// Every sentence of the alerts' channels.

// channel-settings
export const channelsFailed = 'Your channels could not be read'
export const loadingYourChannels = 'Loading your channels'
export const eMail = 'E-mail'
export const telegram = 'Telegram'
export const browserPush = 'Browser push'
export const quietHours = 'Quiet hours'
export const webhooks = 'Webhooks'

// email-channel
export const eachAtOnce = 'each at once'
export const gatheredOnceHour = 'gathered, once an hour'
export const gatheredOnceDay = 'gathered, once a day'
export const notChanged = 'Not changed'
export const sendAlertsTo = 'Send alerts to'
export const theyCome = 'They come'
export const mailAlertsSwitched = 'Mail of alerts is switched off.'
export const notSent = 'Not sent'
export const sendATest = 'Send a test'

// push-channel
export const browserTakesNo =
  'This browser takes no push messages here. They need https (or this computer itself) and, on an iPhone, Aerie on the home screen.'
export const youRefusedMessages =
  'You refused messages of this site in this browser. Allow them in the browser’s settings for this site, then come back here.'
export const alertsReachBrowser = 'Alerts can reach this browser while no page of Aerie is open.'
export const browserTakesAlerts = 'This browser takes alerts while no page of Aerie is open.'
export const browserAllowedShow = 'The browser was not allowed to show messages.'
export const browsersPushService =
  'The browser’s push service could not be reached. Check your connection, and that the browser has push switched on.'
export const notSwitchedOn = 'Not switched on'
export const notSwitchedOff = 'Not switched off'
export const askingTheBrowser = 'Asking the browser…'
export const switchBrowser = 'Switch on in this browser'
export const switchOffBrowser = 'Switch off in this browser'
export const browsersTakeAlerts = 'Browsers that take alerts'
export const remove = (name: string) => `Remove ${name}`
export const notRemoved = 'Not removed'
export const remove2 = 'Remove'

// quiet-hours
export const notSaved = 'Not saved'
export const messagesOutsideApp =
  'Messages outside of the app wait until these hours are over. Only what is urgent, a position near liquidation, is sent at once.'
export const from = 'From'
export const to = 'To'
export const setQuietHours = 'Set quiet hours'
export const save = 'Save'
export const noQuietHours = 'No quiet hours'

// telegram-channel
export const serverNoTelegram = 'This server has no Telegram bot. Its operator sets one with TELEGRAM_BOT_TOKEN.'
export const alertsGoTo = 'Alerts go to'
export const yourChat = 'your chat'
export const notUnlinked = 'Not unlinked'
export const unlink = 'Unlink'
export const noLinkMade = 'No link was made'
export const writesYouOnce = (text: string) =>
  `${text} writes to you once you have pressed Start in its chat. The link to it works once, for ten minutes.`
export const theBot = 'The bot'
export const linkTelegram = 'Link Telegram'
export const openTelegramPress = 'Open Telegram and press Start'

// use-channel-work
export const testMessageSent = (detail: string) => `The test message was sent. ${detail}`
export const testMessageDid = (detail: string) => `The test message did not get through. ${detail}`

// webhook-channel
export const eachFiringPosted =
  'Each firing is posted as JSON and signed after the Standard Webhooks specification. An address must be reachable from the internet and answer with a status of 200 to 299; redirects are not followed.'
export const writeAddressBegins = 'Write an address that begins with https://.'
export const notAdded = 'Not added'
export const address = 'Address'
export const httpsExampleCom = 'https://example.com/alerts'
export const addWebhook = 'Add webhook'
export const secretShownOnce = (url: string) => `The secret of ${url}. It is shown this once: copy it now.`
export const copiedTheSecret = 'Copied the secret.'
export const secretCopiedMark = 'The secret could not be copied. Mark it and copy it by hand.'
export const copy = 'Copy'
export const iHaveIt = 'I have it'
export const active = 'Active'
export const switchedOff = 'Switched off'
export const lastSent = (moment: string) => ` · last sent ${moment}`
export const oldSecretSigns = (moment: string) => ` · the old secret signs as well until ${moment}`
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
