// What is said of a file that cannot be read.

// json-file
export const fileMostNothing = (size: string, noun: string, limitBytes: string) =>
  `The file has ${size}; ${noun} has at most ${limitBytes}. Nothing was imported.`
export const fileEmpty = 'The file is empty.'
export const fileJsonDamaged = (noun: string) => `The file is not JSON: it is damaged, or not ${noun}.`
export const file = (noun: string, text: string, text2: string) => `The file is not ${noun}: ${text}${text2}.`
