// Every sentence of the shell.

// account-button
export const accountMenu = 'Account menu'

// account-choices
export const account = 'Account'
export const logOut = 'Log Out'
export const logIn = 'Log In'
export const signUp = 'Sign Up'

// alerts-bell
export const tradeAlerts = 'Trade alerts'

// appearance-button
export const appearance = 'Appearance'

// bottom-bar
export const markets = 'Markets'
export const chart = 'Chart'
export const trade = 'Trade'
export const alerts = 'Alerts'
export const main = 'Main'
export const more = 'More'

// fullscreen-button
export const exitFullscreen = 'Exit fullscreen'
export const fullscreen = 'Fullscreen'

// header
export const barNotShown = 'The bar at the top could not be shown. Reload the page to try again.'

// home-link
export const aerieHome = 'Aerie, home'

// mirror-menu
export const mirror = 'Mirror'

// mobile-navigation
export const sectionsOf = (section: string) => `${section} sections`

// rail
export const currencies = 'Currencies'
export const claw = 'Claw'
export const postTrade = 'Post-trade'
export const tradeAlertsScreen = 'Trade Alerts'
export const tradeRewards = 'Trade Rewards'
export const sections = 'Sections'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const communityChat = 'Community chat'
export const communityChatNewTab = 'Community chat (opens a new tab)'

// search-button
export const searchAndCommands = 'Search and commands'

// shell
export const skipToContent = 'Skip to content'

// source-badge
export const waitingForServer = 'Waiting for the server.'
export const liveUpdatesBlocked = 'Live updates are blocked; prices refresh every few seconds.'
export const noPricesYet = 'No prices yet.'
export const latestPrice = 'Latest price:'

// wallet-control
export const connectWallet = 'Connect Wallet'
