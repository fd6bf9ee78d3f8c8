// What is said of a file that cannot be read.

// json-file
export const fileTooLarge = (size: string, noun: string, limitBytes: string) =>
  `The file has ${size}; ${noun} has at most ${limitBytes}. Nothing was imported.`
export const fileEmpty = 'The file is empty.'
export const fileNotJson = (noun: string) => `The file is not JSON: it is damaged, or not ${noun}.`
export const fileNotOfKind = (noun: string, problems: string, rest: string) => `The file is not ${noun}: ${problems}${rest}.`
