// What is wrong with the market's data.

export const noBook = 'no book'
export const liveUpdatesBlocked = 'Live updates are blocked on this network: the book is not shown.'
export const bookNotProvided = 'The market source does not provide the book right now.'
export const bookTrouble = (text: string) => `The book is ${text}. Orders that need it are refused until it updates.`
