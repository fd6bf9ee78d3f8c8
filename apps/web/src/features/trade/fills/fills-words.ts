// Every sentence of Trade's fills.

// fill-evidence
export const inferred = 'Inferred: the book moved through the price, but no trade was seen.'
export const levelsTraded = 'Levels traded'
export const price = 'Price'
export const size = 'Size'
export const feeFormula = (notional: string, fee_rate: string, fee_schedule: string, fee: string) =>
  `Fee: ${notional} × ${fee_rate} (${fee_schedule}) = ${fee} USDC, rounded up.`
export const tookLevels = (text: string, evidence: string) => `Took ${text} of ${evidence}, best first.`
export const oneLevel = 'one level'
export const tradeArrived = (trade: string) => ` A trade of ${trade} arrived`
export const aheadInQueue = (ahead: string) => ` with ${ahead} ahead of your order`
export const restedInBook = (trade: string, text: string, evidence: string) =>
  `Rested in the book.${trade}${text} The latest book was ${evidence}.`
export const bookReference = (book: number, seq: number, at: string) => `book ${book} (the source's ${seq}, ${at})`

// slot
export const noFillsYet = 'No fills yet. Your fills appear here with their evidence.'

// table
export const fills = 'Fills'
export const fill = 'Fill'
export const fee = 'Fee'
export const realised = 'Realised'
export const role = 'Role'
export const when = 'When'
export const evidenceOfFill = (size: string, symbol: string) => `Evidence of the fill of ${size} ${symbol}`
export const bought = '▲ Bought'
export const sold = '▼ Sold'
export const beforeFees = (realised: string) => `${realised} before fees`
