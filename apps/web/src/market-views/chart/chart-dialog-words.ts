// Every sentence of the chart's dialogs.

// candle-table
export const candles = 'Candles'
export const newestFirst = (title: string) => `${title}, newest first`
export const time = 'Time'
export const open = 'Open'
export const high = 'High'
export const low = 'Low'
export const close = 'Close'
export const change = 'Change'
export const volume = 'Volume'
export const noCandle = 'No candle is known'

// dialogs
export const lastCandles = (symbol: string, tableCandles: number, text: string) => `${symbol}, last ${tableCandles} candles of ${text}`
export const chartTools = 'Chart tools'

// chosen-indicator
export const removeLine = (label: string, value: number) => `Remove ${label} ${value}`
export const addALine = 'Add a line'
export const removeNamed = (text: string) => `Remove ${text}`
export const length = (text: string) => `Length${text}`

// compare
export const compareWith = (symbol: string) => `Compare ${symbol} with`
export const compareRule = (most: number) => `Up to ${most} coins, in percent since the left edge of the chart.`
export const search = 'Search'
export const removeOneFirst = 'Remove one first'
export const noMatchingCoin = 'No matching coin.'

// drawing-style
export const style = 'Style'

// drawings
export const drawings = 'Drawings'
export const drawingKeys = 'A selected drawing moves with Alt and the arrows on the chart; Delete removes it; l locks it.'
export const deleteAllUnlocked = 'Delete all unlocked'
export const noDrawingsYet = 'No drawings yet. Choose a drawing tool, or press t on the chart for a trend line.'
export const unlock = 'Unlock'
export const lock = 'Lock'
export const deleteIt = (words: string) => `Delete: ${words}`

// indicator
export const indicators = 'Indicators'
export const onTheChart = 'On the chart'
export const addAnIndicator = 'Add an indicator'
export const tooManyIndicators = (most: number) => `${most} are on the chart: remove one to add another.`
export const searchIndicators = (count: number) => `${count} indicators. Search by name: SMA, Bollinger, VWAP.`
export const allIndicators = 'All indicators'
export const noMatchingIndicator = 'No matching indicator.'

// line-style-fields
export const blue = 'Blue'
export const orange = 'Orange'
export const violet = 'Violet'
export const cyan = 'Cyan'
export const pink = 'Pink'
export const green = 'Green'
export const gold = 'Gold'
export const grey = 'Grey'
export const solid = 'Solid'
export const dashed = 'Dashed'
export const dotted = 'Dotted'
export const styleOf = (text: string) => `Style of ${text}`
export const widthOf = (text: string) => `Width of ${text}`
export const lineOf = (text: string) => `Line of ${text}`

// text
export const textOnChart = 'Text on the chart'
export const enterTextFirst = 'Enter a text first'
export const save = 'Save'
export const text = 'Text'
