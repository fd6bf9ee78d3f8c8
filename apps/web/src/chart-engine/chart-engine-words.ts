// What the chart draws in words.

// bar-time
export const weekOf = (ms: string) => `Week of ${ms}`

// scene
export const bought = 'Bought'
export const sold = 'Sold'
export const moreTrades = (count: number) => `${count} more trades`
