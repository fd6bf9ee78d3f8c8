export const age = 'Age'

export const ageOfPrice = (age: string, text: string, time: string) => `${age}${text} (price of ${time})`
