// Every sentence of drawings.

// drawing-kinds
export const trendLine = 'Trend line'
export const ray = 'Ray'
export const horizontalLine = 'Horizontal line'
export const verticalLine = 'Vertical line'
export const rectangle = 'Rectangle'
export const fibonacciRetracement = 'Fibonacci retracement'
export const measure = 'Measure'
export const text = 'Text'

// price-marks
export const more = (count: number) => `+${count} more`
