// Every sentence of Home.

// asset-table
export const cryptocurrencyPrices = 'Cryptocurrency prices'

// column-chooser
export const columns = 'Columns'
export const tableColumns = 'Columns of the table'

// columns
export const price = 'Price'
export const marketCap = 'Market Cap'
export const volume24hr = 'Volume (24hr)'
export const circulatingSupply = 'Circ. Supply'

// hero
export const heroTitle = 'Explore the Market with the top 50 tokens'
export const heroText = 'Filter the list by Meme, Trending and AI tokens, sort any column, and pick a token to see its details.'
export const discoverClaw = 'Discover CLAW now'
export const signUpNow = 'Sign Up Now'
export const logIn = 'Log In'

// page
export const pageTitle = 'Cryptocurrency Prices by Market Cap'
export const marketOverviewFailed = 'The market overview could not be shown'
export const tokenDetailsFailed = 'The token’s details could not be shown'

// industry-filter
export const filterByIndustry = 'Filter by industry'

// link-notice
export const liveUpdatesBlocked = 'Live updates are blocked on this network. Prices are refreshed every 5 seconds instead.'

// market-list
export const requestNotCompleted = "Couldn't complete your request"
export const noResults = 'No results to show. You can go back to the previous page or change filters to get rid of this message.'
export const noPageOfItsOwn = (selected: string) => `${selected} has no page of its own.`

// pager
export const listPages = 'Pages of the list'
export const thisIsFirstPage = 'This is the first page'
export const previous = 'Prev'
export const noMoreTokens = 'There are no more tokens'
export const next = 'Next'

// sidebar-frame
export const tokenDetails = 'Token Details'
export const closeTokenDetails = 'Close Token Details'
export const closeEsc = 'Close (Esc)'

// table-head
export const name = 'Name'
