// Every sentence of Home.

// asset-table
export const cryptocurrencyPrices = 'Cryptocurrency prices'

// column-chooser
export const columns = 'Columns'
export const columnsTable = 'Columns of the table'

// columns
export const price = 'Price'
export const marketCap = 'Market Cap'
export const volume24hr = 'Volume (24hr)'
export const circSupply = 'Circ. Supply'

// hero
export const exploreMarketTop = 'Explore the Market with the top 50 tokens'
export const filterListMeme = 'Filter the list by Meme, Trending and AI tokens, sort any column, and pick a token to see its details.'
export const discoverClawNow = 'Discover CLAW now'
export const signUpNow = 'Sign Up Now'
export const logIn = 'Log In'

// page
export const cryptocurrencyPricesMarket = 'Cryptocurrency Prices by Market Cap'
export const marketOverviewShown = 'The market overview could not be shown'
export const tokensDetailsShown = 'The token’s details could not be shown'

// industry-filter
export const filterByIndustry = 'Filter by industry'

// link-notice
export const liveUpdatesBlocked = 'Live updates are blocked on this network. Prices are refreshed every 5 seconds instead.'
export const serverCannotReached = 'The server cannot be reached. These are the last known prices. Trying again automatically.'

// market-list
export const couldntCompleteRequest = "Couldn't complete your request"
export const noResultsShow = 'No results to show. You can go back to the previous page or change filters to get rid of this message.'
export const noPageOwn = (selected: string) => `${selected} has no page of its own.`

// pager
export const pagesList = 'Pages of the list'
export const firstPage = 'This is the first page'
export const prev = 'Prev'
export const thereNoMore = 'There are no more tokens'
export const next = 'Next'

// sidebar-frame
export const tokenDetails = 'Token Details'
export const closeTokenDetails = 'Close Token Details'
export const closeEsc = 'Close (Esc)'

// table-head
export const name = 'Name'
