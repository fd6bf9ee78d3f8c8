const RESERVED = ['aerie', 'eagleeye', 'admin', 'administrator', 'operator', 'support', 'moderator', 'official', 'staff']
const foldedWords = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/[1l]/g, 'i')
    .split(/[ ._-]/)

/** Whether a name could be mistaken for the product, its operator or an unnamed user: 'Aerie Support'. */
export function isReservedName(name: string): boolean {
  const words = foldedWords(name)
  const reserved = RESERVED.flatMap(foldedWords)
  return [...words, words.join('')].some((word) => reserved.includes(word)) || /^trader[ ._-]*[0-9a-f]{6}$/i.test(name)
}

/** Folds look-alike characters, to detect impersonation: 'BI11-G0LD' equals 'Bill Gold'. */
export const foldedName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ ._-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1il]/g, 'l')
