/** Field error messages: lower-case clauses without a full stop. Account and market messages are separate, for a small initial load. */

/** Layouts are read from a file, so each message names the violated rule. */
export const LAYOUT_FIELD_MESSAGES = {
  unknownField: (names: string) => `unknown field ${names}`,
  fieldsExpected: 'fields are expected here',
  id: 'an id has 1 to 40 letters, digits, - or _',
  channel: 'a channel is a number from 1 to 8',
  kind: 'a kind is a short word in lower case',
  options: (most: number) => `options have at most ${most} characters`,
  weight: 'a weight is above 0',
  emptyTabs: 'tabs have at least one slot',
  fewParts: 'a row or column has at least two parts',
  place: 'a place is tabs, a row or a column',
  version: (version: number) => `this version of Aerie reads layouts of version ${version}`,
  name: 'a name has at most 60 characters',
  mostSlots: (most: number) => `a layout has at most ${most} slots`,
  sameId: 'two slots have the same id',
  twoPositions: 'a slot has two places',
  noPosition: (id: string) => `slot ${id} has no place`,
  noSlot: (id: string) => `there is no slot ${id}`,
  active: 'the active slot of tabs is not one of them',
  maximised: 'the maximised slot does not exist',
  tooDeep: 'a layout is not nested that deeply',
  tooLarge: (kilobytes: number) => `a layout has at most ${kilobytes} kB`,
} as const

/** Documents: watchlists, checklist, notes, shortcuts, wallboard. */
export const DOCUMENT_FIELD_MESSAGES = {
  id: 'use 1 to 40 letters, digits, _ and -',
  blank: 'enter a text',
  coinOnce: 'each coin can appear once',
  idOnce: 'each id can appear once',
  sceneOnce: 'each scene can appear once',
  periodOnce: 'each period can appear once',
  mostCoins: 'there are too many coins',
  mostActions: 'there are too many actions',
  nameEnds: 'leave out spaces at both ends',
} as const

/** Wallets and on-chain amounts. */
export const WALLET_FIELD_MESSAGES = {
  address: 'enter an address: 0x and 40 hex digits',
  wholeNumber: 'enter a whole number',
} as const

/** Paper trading orders and accounts. */
export const TRADING_FIELD_MESSAGES = {
  decimal: 'use a plain decimal number in quotes, such as "25.566"',
  symbol: 'this is not a symbol',
  clientId: 'use 1 to 64 printable characters, without spaces and colons',
  orderReference: 'this is not the name of an order',
  fromOne: 'use a whole number from 1',
  limit: 'use a whole number from 1 to 200',
  someChange: 'give at least one of size, price and trigger',
} as const
