/** The library's name of the pane of the candles. */
export const PRICE_PANE = 'candle_pane'
/** And of the time axis. */
export const TIME_PANE = 'x_axis_pane'
