// Every sentence of the journal's detail.

// entry-facts
export const atEntry = 'At entry'
export const importedTrade = (hasNoR: boolean) =>
  hasNoR
    ? 'Imported trades have no recorded stop or decision, so no R.'
    : 'Imported trades have no recorded stop or decision. R is from the file.'
export const stop = 'Stop'
export const initialRisk = 'Initial risk'
export const result = 'Result'
export const middleDecision = 'Mid price at decision'
export const firstFill = 'First fill'
export const plannedSize = 'Planned size'
export const forecastShown = 'Forecast shown'
export const hoursMade = (hours: number, exact: string) => `${hours} hours, made ${exact}`
export const recordSha256 = (number: number, hash: string) => `Record ${number} · SHA-256 ${hash}`
export const after = (previous_hash: string) => `After ${previous_hash}`
export const noRNo = 'no R: no stop at entry'
export const noRYet = 'no R yet: still open'
export const noRNet = 'no R: the net result is not known'
export const noRNothing = 'no R: nothing was at risk'
export const theEntry = 'the entry'
export const writtenDownWhen = 'Recorded when the position was opened. A moved stop or a deleted alert does not change it.'
export const riskEntryStop = 'risk = |entry − stop| × planned size + expected fees\nR = net ÷ risk'
export const eachRecordHolds = 'Each record holds the hash of the one before it, so any change or gap shows.'

// excursions
export const watchedEveryTick = 'Measured on every tick from the first fill to the last.'
export const partReadCandles = 'Partly measured on one-minute candles, so these may be slightly too large.'
export const onlyPricesOwn = 'Measured on its own fills only. MAE and MFE may have been larger.'
export const knownImportedTrade =
  'Not known: imported trades were not measured while open, and this server has no real one-minute candles for all of that time.'
export const importedCandles = 'From one-minute candles of this server, which may be another exchange’s, or from the file.'
export const maeAndMfe = 'MAE and MFE'
export const excursion = 'Excursion'
export const percent = 'Percent'
export const when = 'When'
export const mae = 'MAE'
export const mfe = 'MFE'
export const timeWatched = (text: string) => ` ${text} of its time could not be measured.`
export const onePart = 'One part'
export const worstBestUnrealised = 'Largest unrealised loss and profit of the position before fees, from first to last fill.'
export const sourceSweeneyMaximum = 'Source: Sweeney, Maximum Adverse Excursion (1997).'

// replay-controls
export const replayTrade = 'Trade replay'
export const backEntry = 'Back to the entry'
export const oneCandleBack = 'One candle back'
export const replay = 'Replay'
export const oneCandleOn = 'One candle forward'
export const candle = 'Candle'
export const speed = 'Speed'

// trip-chart
export const tradeMadeMarket = (text: string, text2: string) =>
  `This trade was made on the ${text} market. The server now runs the ${text2} market, so its candles are not available.`
export const fileDoesSay = 'No chart: the file does not say when this trade was opened.'
export const candlesTradeFailed = (error: string) => `The candles of this trade could not be loaded. ${error} `
export const tryAgain = 'Try Again'
export const noCandlesKnown = (symbol: string) => `No candles of ${symbol} for the time of this trade.`
export const savePicture = 'Save picture'
type ChartWords = Readonly<Record<'interval' | 'side' | 'symbol' | 'fills', string> & { bars: number }>
export const candlesAroundTrade = ({ bars, interval, side, symbol, fills }: ChartWords) =>
  `${bars} candles of ${interval} around the ${side} trade in ${symbol}, with ${fills} marked. All figures are listed below.`
export const itsFill = 'its fill'

// trip-facts
export const feePaidCoin = 'Net result not known: a fee was paid in a coin without a price.'
export const fileDoesSay2 = 'Result not known: the file does not state it.'
export const opened = 'Opened'
export const closed = 'Closed'
export const stillOpen = 'still open'
export const held = 'Held'
export const size = 'Size'
export const averageEntry = 'Average entry'
export const averageExit = 'Average exit'
export const gross = 'Gross'
export const fees = 'Fees'
export const funding = 'Funding'
export const net = 'Net'
export const slippage = 'Slippage'
export const exitEfficiency = 'Exit efficiency'
export const feesInCoins = (text: string) => `Fees in coins: ${text}.`
export const theResult = 'the result'
export const netGrossFees = 'net = gross − fees + funding'
export const entryExitAverage = 'Entry and exit are average fill prices, from flat to flat.'
export const slippageWhatLost = 'Slippage is the cost against the mid price at the decision, for fills that have one. Positive is worse.'
export const exitEfficiencyNet = 'exit efficiency = net ÷ MFE'

// trip-fills
export const firstFirstOut = 'First in, first out'
export const fills = 'Fills'
export const fileTradeWhole = 'The file lists the trade without its fills.'
export const side = 'Side'
export const price = 'Price'
export const fee = 'Fee'
export const eventAccount = (seq: number) => `event ${seq} of the account`
export const firstFills = (count: number, fill_count: number) => `The first ${count} of ${fill_count} fills.`
export const evidenceEachFill = 'Evidence of each fill: Fills on Trade'
export const noLotClosed = 'No closed lots yet.'
export const entry = 'Entry'
export const exit = 'Exit'
export const to = (exact: string, exact2: string) => `${exact} to ${exact2}`

// trip-marks
export const stopAtEntry = 'Stop at entry'

// trip-panel
export const trade = 'Trade'
export const close = 'Close'
export const loadingTheTrade = 'Loading the trade'
export const tradeFailed = 'The trade could not be loaded'
export const paperAccount = 'Paper account'
export const importedFrom = (origin: string) => `Imported from ${origin}`
export const alert = 'Alert'
export const noneNamed = 'none named'
export const checklist = 'Checklist'
export const itsAccountWasReset = 'Its account was reset while the position was open. It was never closed, so it has no result.'
export const ended = 'Ended'
export const paidByInsuranceIn = 'Paid by insurance, in gross'
export const stillHeld = 'still held'
export const heldAtTheReset = 'held at the reset'
export const endedByAReset = 'ended by a reset'
export const resultNotKnown = 'result not known'
export const noTicksStored = 'Ticks are not stored. Replay uses the finest candles that cover the whole trade.'
export const byCandles = (time: string, interval: string) => `${time} · ${interval} candles, no ticks`
