/** `1 row`, `1,234 rows`. */
export const countText = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** `Binance, Futures trade history`: whose file it is, and which. */
export const sourceText = (exchange: string, title: string): string => [exchange, title].filter((part) => part !== '').join(', ')
