/** Field error messages of paper trading orders and accounts: lower-case clauses without a full stop. */
export const TRADING_FIELD_MESSAGES = {
  decimal: 'use a plain decimal number in quotes, such as "25.566"',
  symbol: 'this is not a symbol',
  clientId: 'use 1 to 64 printable characters, without spaces and colons',
  orderReference: 'this is not the name of an order',
  fromOne: 'use a whole number from 1',
  limit: 'use a whole number from 1 to 200',
  someChange: 'give at least one of size, price and trigger',
} as const
