// Every sentence of the chart.

// body
export const chartKeys = (symbol: string, text: string) =>
  `Candles of ${symbol}, ${text}. Arrows move the crosshair, plus and minus zoom, s reads out a summary.`

// context-menu
export const theChart = 'the chart'
export const chart = 'Chart'

// cover
export const candlesFailed = 'The candles could not be loaded'
export const noCandlesYet = 'No candles yet'
export const noCandlesOfTimeframe = (symbol: string) => `The source has no candles of ${symbol} in this timeframe yet.`
export const noCandlesOf = (interval: string) => `No ${interval} candles`
export const show = (other: string) => `Show ${other}`
export const timeframesFrom = (reason: string, other: string) => `${reason}. Timeframes from ${other} on have candles.`

// legend
export const connecting = 'Connecting'

// menu
export const resetView = 'Reset view'
export const indicatorsMenu = 'Indicators…'
export const saveAsPng = 'Save as PNG'
export const copyPrice = (words: string) => `Copy price ${words}`
export const copied = (words: string) => `Copied ${words}`
export const thePriceIs = (words: string) => `The price is ${words}.`
export const alertAt = (words: string) => `Alert at ${words}…`
export const horizontalLineAt = (words: string) => `Horizontal line at ${words}`
export const verticalLineHere = 'Vertical line here'
export const styleOf = (drawing: string) => `Style of ${drawing}…`
export const unlock = 'Unlock'
export const lock = 'Lock'

// rail
export const drawingTools = 'Drawing tools'
export const magnetTitle = 'Magnet: points snap to open, high, low and close'
export const drawings = 'Drawings'

// save-note
export const tryAgain = 'Try Again'
export const savedSettingsFailed = 'Your saved drawings and settings could not be loaded. Trying again automatically.'
export const browserCannotKeepEither = 'This browser cannot keep them either: do not leave the page.'
export const keptInBrowser = 'They are kept in this browser'
export const guestNotSaved = 'This browser cannot save drawings and settings; they are lost when you leave. Log in to save them.'
export const guestKept = 'Drawings and settings are kept in this browser only. Log in to keep them on the server.'
export const notSavedYet = (text: string) => `Drawings and settings are not saved yet. ${text}`
export const sentAgainAutomatically = (where: string) => `${where} and sent again automatically.`
export const couldNotBeSaved = (why: string, where: string) => `Drawings and settings could not be saved. ${why} ${where}`

// toolbar
export const candles = 'Candles'
export const hollowCandles = 'Hollow candles'
export const bars = 'Bars'
export const line = 'Line'
export const area = 'Area'
export const heikinAshi = 'Heikin-Ashi'
export const linear = 'Linear'
export const logarithmic = 'Logarithmic'
export const percent = 'Percent'
export const timeframe = 'Timeframe'
export const chartTools = 'Chart tools'
export const chartType = 'Chart type'
export const indicators = 'Indicators'
export const priceScale = 'Price scale'
export const compareOtherCoins = 'Compare with other coins'
export const forecastFan = 'Forecast fan'
export const undo = 'Undo'
export const redo = 'Redo'
export const last100Candles = 'Last 100 candles as a table'
export const readOutSummary = 'Read out a summary'
export const magnet = 'Magnet'

// workspace
export const magnetOff = 'Magnet off.'
export const magnetOn = 'Magnet on: points snap to open, high, low and close.'
export const priceChartOf = (symbol: string) => `Price chart of ${symbol}`
export const olderCandlesFailed = 'Older candles could not be loaded. Scroll further to try again.'

// legend-paint
export const vol = 'Vol'

// selected-drawing
export const selected = (words: string) => `Selected: ${words}`
export const style = 'Style'

// timeframes
export const noCandlesForButton = (text: string, symbol: string) => `The source has no ${text} candles of ${symbol}`

// use-keys
export const drawingHint = (label: string) => `${label}: click, or move with the arrows and press Enter for each point. Escape cancels.`
export const drawingLocked = 'This drawing is locked. Press l to unlock it.'
export const noPriceHere = 'There is no price here. Move with the arrows first.'
export const pointSet = 'Point set. Move on and press Enter for the next.'
export const canceled = 'Canceled.'

// use-voice
export const sourceNotKnownYet = 'Source not known yet'

// use-drawings
export const tooManyDrawings = (most: number) => `A chart can have ${most} drawings. Delete one first.`
export const drawn = (drawing: string) => `Drawn: ${drawing}`
export const placeHint = (label: string, text: string) => `${label}: ${text}. Escape cancels.`
export const clickPlace = 'click to place it'
export const clickTwoPoints = 'click its two points, or drag'
