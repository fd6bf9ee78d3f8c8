export const PRICE_PANE = 'candle_pane'
export const TIME_PANE = 'x_axis_pane'
