// What is wrong with the draft of an alert.

export const writePlainNumber = 'Write a plain number, such as 70,000.'
export const writeDecimalsAfter = 'Write the decimals after a point: 1.5.'
export const mustAbove0 = 'It must be above 0.'
export const atMost = (most: string) => `At most ${most}.`
export const chooseACoin = 'Choose a coin.'
export const atMost100 = 'At most 100.'
export const chooseTimeLies = 'Choose a time that lies ahead.'
export const atMostCharacters = (most: number) => `At most ${most} characters.`
export const chooseLeastOne = 'Choose at least one.'
