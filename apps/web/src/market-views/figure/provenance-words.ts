// Every sentence of a figure's origin.

// card
export const how = 'How'
export const age = 'Age'
export const source = 'Source'
export const notKnownYet = 'Not known yet'
export const notKnown = 'Not known'
export const ageOfPrice = (age: string, text: string, time: string) => `${age}${text} (price of ${time})`
