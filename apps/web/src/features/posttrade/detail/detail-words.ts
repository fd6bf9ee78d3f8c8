// Every sentence of the journal's detail.

// entry-facts
export const atEntry = 'At entry'
export const noPlanRecorded = (hasNoR: boolean) =>
  hasNoR
    ? 'Imported trades have no recorded stop or decision, so no R.'
    : 'Imported trades have no recorded stop or decision. R is from the file.'
export const stop = 'Stop'
export const initialRisk = 'Initial risk'
export const result = 'Result'
export const midAtDecision = 'Mid price at decision'
export const firstFill = 'First fill'
export const plannedSize = 'Planned size'
export const forecastShown = 'Forecast shown'
export const horizonMade = (hours: number, exact: string) => `${hours} hours, made ${exact}`
export const recordHash = (number: number, hash: string) => `Record ${number} · SHA-256 ${hash}`
export const afterHash = (previous_hash: string) => `After ${previous_hash}`
export const noRNoStop = 'no R: no stop at entry'
export const noRStillOpen = 'no R yet: still open'
export const noRNetUnknown = 'no R: the net result is not known'
export const noRNoRisk = 'no R: nothing was at risk'
export const theEntry = 'the entry'
export const recordedAtOpening = 'Recorded when the position was opened. Moving the stop or deleting the alert does not change it.'
export const riskFormula = 'risk = |entry − stop| × planned size + expected fees\nR = net ÷ risk'
export const hashChain = 'Each record holds the hash of the one before it, so any change or gap shows.'

// excursions
export const measuredOnTicks = 'Measured on every tick from the first fill to the last.'
export const partlyMeasuredOnCandles = 'Partly measured on one-minute candles, so these may be slightly too large.'
export const measuredOnOwnFills = 'Measured on its own fills only. MAE and MFE may have been larger.'
export const importedNotMeasured =
  'Not known: imported trades were not measured while open, and this server has no real one-minute candles for all of that time.'
export const measuredOnImport =
  'At least this. From one-minute candles of this server, which may be another exchange’s. In the first and last minute only the prices of its own fills count.'
export const rangeOfImport =
  'A range: the smaller figure was reached for certain, and beyond the larger it did not go. Nobody knows whether the high and low of the minute of a fill came before it or after. From one-minute candles of this server, which may be another exchange’s.'
export const rangeInFile = 'A range from the file: the smaller figure was reached for certain, and beyond the larger it did not go.'
export const leastInFile = 'At least this. From the file, measured on one-minute candles and its own fills.'
export const measuredInFile = 'From the file, partly measured on one-minute candles.'
export const maeAndMfe = 'MAE and MFE'
export const excursion = 'Excursion'
export const percent = 'Percent'
export const when = 'When'
export const mae = 'MAE'
export const mfe = 'MFE'
export const notMeasuredFor = (text: string) => ` ${text} of its time could not be measured.`
export const onePart = 'One part'
export const excursionAbout = 'Largest unrealised loss and profit of the position before fees, from first to last fill.'
export const excursionSource = 'Source: Sweeney, Maximum Adverse Excursion (1997).'

// replay-controls
export const tradeReplay = 'Trade replay'
export const backToEntry = 'Back to the entry'
export const oneStepBack = 'One step back'
export const replay = 'Replay'
export const oneStepForward = 'One step forward'
export const moment = 'Moment'
export const speed = 'Speed'

// trip-chart
export const otherMarket = (tradeMarket: string, market: string) =>
  `This trade was made on the ${tradeMarket} market. The server now runs the ${market} market, so its candles are not available.`
export const noOpeningTimeNoChart = 'No chart: the file does not say when this trade was opened.'
export const candlesFailed = 'The candles of this trade could not be loaded.'
export const noCandles = (symbol: string) => `No candles of ${symbol} for the time of this trade.`
export const savePicture = 'Save picture'
type ChartWords = Readonly<Record<'interval' | 'side' | 'symbol' | 'fills', string> & { bars: number }>
export const chartSummary = ({ bars, interval, side, symbol, fills }: ChartWords) =>
  `${bars} candles of ${interval} around the ${side} trade in ${symbol}, with ${fills} marked. All figures are listed below.`
export const oneFill = 'its fill'

// trip-facts
export const netUnknownFeeInCoin = 'Net result not known: a fee was paid in a coin without a price.'
export const resultNotInFile = 'Result not known: the file does not state it.'
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
export const arrivalSlippage = 'Slippage at arrival'
export const triggerSlippage = 'Slippage at trigger'
export const exitEfficiency = 'Exit efficiency'
export const feesInCoins = (text: string) => `Fees in coins: ${text}.`
export const theResult = 'the result'
export const netFormula = 'net = gross − fees + funding'
export const entryAndExitAbout = 'Entry and exit are average fill prices, from flat to flat.'
export const slippageAbout =
  'Slippage is the cost against the mid price at the decision; at arrival, when the order reached the book; at trigger, against the trigger price. Each counts the fills that have such a price. Positive is worse.'
export const exitEfficiencyFormula = 'exit efficiency = net ÷ MFE'
export const atMostText = (figure: string) => `at most ${figure}`
export const atLeastText = (figure: string) => `at least ${figure}`

// trip-fills
export const firstInFirstOut = 'First in, first out'
export const fills = 'Fills'
export const noFillsInFile = 'The file lists the trade without its fills.'
export const side = 'Side'
export const price = 'Price'
export const fee = 'Fee'
export const accountEvent = (seq: number) => `event ${seq} of the account`
export const firstFills = (count: number, fill_count: number) => `The first ${count} of ${fill_count} fills.`
export const evidenceOnTrade = 'Evidence of each fill: Fills on Trade'
export const noClosedLots = 'No closed lots yet.'
export const entry = 'Entry'
export const exit = 'Exit'
export const fromTo = (from: string, to: string) => `${from} to ${to}`

export const lotExcursions = (resolution: string) => `MAE and MFE of each lot run from its own entry to its own exit. ${resolution}`

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
export const accountWasReset = 'Its account was reset while the position was open. It was never closed, so it has no result.'
export const ended = 'Ended'
export const paidByInsurance = 'Paid by the insurance fund, in gross'
export const stillHeld = 'still open'
export const heldAtTheReset = 'open at the reset'
export const endedByAReset = 'ended by a reset'
export const resultNotKnown = 'result not known'
export const replayUsesFinest =
  'Replay uses the finest prices stored for this trade: one every few seconds for three days, then one-minute candles for two months.'
export const replayPosition = (time: string, interval: string, finest: string) => `${time} · ${interval} candles, ${finest}`
export const candlesOnly = 'nothing finer stored'
export const finestUnknown = 'finer prices could not be loaded'
export const priceEvery = (seconds: number) => (seconds === 60 ? 'minute by minute' : `a price every ${seconds} s`)

// trip-moments
export const chartAtMoments = 'Chart at entry and exit'
export const momentAt = (what: string, price: string, time: string) => `${what} at ${price}, ${time}`
/** Where nobody wrote down which forecast was on show, the newest by then is drawn, and said to be that. */
export const momentLegend = (levels: readonly string[], range: 'none' | 'newest' | 'shown') =>
  [
    '48 hours before, hourly candles',
    ...(levels.length > 0 ? [`lines: ${levels.join(', ')}`] : []),
    ...(range === 'none' ? [] : [`bar at the right: 80% range of the ${range === 'newest' ? 'newest ' : ''}24-hour forecast`]),
  ].join(' · ')
export const hoursMissing = (count: number) => (count === 1 ? '1 of 48 hours is not stored.' : `${count} of 48 hours are not stored.`)
export const noHoursStored = 'No candles of this time are stored.'
export const momentFailed = 'The candles of this time could not be loaded.'
