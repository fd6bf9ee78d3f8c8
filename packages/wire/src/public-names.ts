import * as z from 'zod/mini'

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

/** What a new name consists of, for messages and hints. */
export const PUBLIC_NAME_RULE = '3 to 24 letters from A to Z, digits, and single spaces, _ or - between them'
/** Messages at the field of a name. */
export const PUBLIC_NAME_MESSAGES = { shape: `use ${PUBLIC_NAME_RULE}`, reserved: 'this name is reserved' } as const

/** A new public name, in Social and as a copy leader; a single script only, so that no two names look alike. */
export const publicName = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9](?!.*[ _-]{2})[A-Za-z0-9 _-]{1,22}[A-Za-z0-9]$/, PUBLIC_NAME_MESSAGES.shape),
  z.refine((name: string) => !isReservedName(name), PUBLIC_NAME_MESSAGES.reserved),
)

/** Also accepts the user's `stored` names, which may be older than the rules. */
export const publicNameOr = (stored: ReadonlyArray<string | null | undefined>) =>
  z.string().check(
    z.trim(),
    z.check(({ value, issues }) => {
      const refused = stored.includes(value) ? undefined : publicName.safeParse(value).error
      if (refused !== undefined) issues.push({ code: 'custom', input: value, message: refused.issues[0]?.message })
    }),
  )
