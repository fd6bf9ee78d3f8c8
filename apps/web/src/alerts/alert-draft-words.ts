// What is wrong with the draft of an alert.

export const enterNumber = 'Enter a number, such as 70000.'
export const enterAboveZero = 'Enter a value above 0.'
export const atMost = (most: string) => `At most ${most}.`
export const chooseACoin = 'Choose a coin.'
export const atMostHundred = 'At most 100.'
export const chooseFutureTime = 'Choose a time in the future.'
export const atMostCharacters = (most: number) => `At most ${most} characters.`
export const chooseAtLeastOne = 'Choose at least one.'
