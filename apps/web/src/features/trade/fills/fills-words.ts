// Every sentence of Trade's fills.

// fill-evidence
export const noTradeSeen = 'Inferred: the book moved through the price, but no trade was seen.'
export const levelsTraded = 'Levels traded'
export const price = 'Price'
export const size = 'Size'
export const feeUsdcRounded = (notional: string, fee_rate: string, fee_schedule: string, fee: string) =>
  `Fee: ${notional} × ${fee_rate} (${fee_schedule}) = ${fee} USDC, rounded up.`
export const tookBestFirst = (text: string, evidence: string) => `Took ${text} of ${evidence}, best first.`
export const oneLevel = 'one level'
export const tradeCame = (trade: string) => ` A trade of ${trade} came`
export const aheadQueue = (ahead: string) => ` with ${ahead} ahead of it in the queue`
export const restedBookNewest = (trade: string, text: string, evidence: string) =>
  `Rested in the book.${trade}${text} Newest book: ${evidence}.`
export const bookTheSources = (book: number, seq: number, at: string) => `book ${book} (the source's ${seq}, ${at})`

// slot
export const noFillsYet = 'No fills yet. Your fills appear here with their evidence.'

// table
export const fills = 'Fills'
export const fill = 'Fill'
export const fee = 'Fee'
export const realised = 'Realised'
export const as = 'As'
export const when = 'When'
export const evidenceFill = (size: string, symbol: string) => `Evidence of the fill of ${size} ${symbol}`
export const bought = '▲ Bought'
export const sold = '▼ Sold'
export const beforeFees = (realised: string) => `${realised} before fees`
