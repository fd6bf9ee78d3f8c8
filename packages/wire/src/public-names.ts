const RESERVED = ['aerie', 'eagleeye', 'admin', 'administrator', 'operator', 'support', 'moderator', 'official', 'staff']
/** Digits that pass for letters are those; what stands between words is none of them. */
const foldedWords = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/[1l]/g, 'i')
    .split(/[ ._-]/)

/**
 * Whether a name that others see could be taken for the product, its operator, or somebody without a name.
 *
 * @example isReservedName('Aerie Support') // true
 * @throws never
 */
export function isReservedName(name: string): boolean {
  const words = foldedWords(name)
  const reserved = RESERVED.flatMap(foldedWords)
  return [...words, words.join('')].some((word) => reserved.includes(word)) || /^trader[ ._-]*[0-9a-f]{6}$/i.test(name)
}

/**
 * A name with letters that look alike as one, so that nobody takes the name of another in disguise.
 *
 * @param name Latin letters, digits, spaces, dots, dashes and underscores
 * @example foldedName('BI11-G0LD') === foldedName('Bill Gold')
 * @throws never
 */
export const foldedName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ ._-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1il]/g, 'l')
