// What is wrong with the draft of an alert.

export const writePlainNumber = 'Enter a number, such as 70,000.'
export const writeDecimalsAfter = 'Use a point for decimals: 1.5.'
export const mustAbove0 = 'Enter a value above 0.'
export const atMost = (most: string) => `At most ${most}.`
export const chooseACoin = 'Choose a coin.'
export const atMost100 = 'At most 100.'
export const chooseTimeLies = 'Choose a time in the future.'
export const atMostCharacters = (most: number) => `At most ${most} characters.`
export const chooseLeastOne = 'Choose at least one.'
