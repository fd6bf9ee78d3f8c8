export const countText = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const sourceText = (exchange: string, title: string): string => [exchange, title].filter((part) => part !== '').join(', ')
