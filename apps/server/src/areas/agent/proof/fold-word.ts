export const SPOKEN_LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'ru'] as const
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]

const ASCII = /^[\0-\x7f]*$/
/** Enclosed letters and regional indicators, in rows from A to Z; compatibility normalization does not map them. */
const ROWS_OF_LETTERS: readonly number[] = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
const SMALL_CAPITALS = pairsOf('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz')
const LOOKALIKES = pairsOf('аеорсухіјѕһԁԛԝтмнквνοαρτικυχ', 'aeopcyxijshdqwtmhkbvoaptikux')
const TO_CYRILLIC = pairsOf('aeopcyxtmhkb', 'аеорсухтмнкв')

function pairsOf(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to]
  return new Map([...from].map((letter, at) => [letter, targets[at] ?? letter]))
}

/** Folds a word for comparison: lower case, no accents, compatibility forms normalized, no punctuation. */
export function foldWord(word: string): string {
  const small = word.toLowerCase()
  if (ASCII.test(small)) return small.replaceAll(/[^a-z]/g, '')
  return [...small.normalize('NFKD')]
    .map(plainLetter)
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')
    .replaceAll('ß', 'ss')
}

function plainLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const row = ROWS_OF_LETTERS.find((start) => code >= start && code < start + 26)
  return row === undefined ? (SMALL_CAPITALS.get(letter) ?? letter) : String.fromCodePoint(0x61 + code - row)
}

/** Latin and Cyrillic readings of a mixed-script word; a Latin word is returned unchanged. */
export function readingsOfWord(folded: string): readonly string[] {
  if (ASCII.test(folded)) return [folded]
  const latin = [...folded].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
  if (ASCII.test(latin)) return [folded, latin]
  return /[a-z]/.test(folded) ? [folded, [...folded].map((letter) => TO_CYRILLIC.get(letter) ?? letter).join('')] : [folded]
}

const FREQUENT: Readonly<Record<SpokenLanguage, ReadonlySet<string>>> = {
  en: new Set('the is at and of to in it will has for with was are from be could may this that'.split(' ')),
  de: new Set('der die das ist und bei auf zu von wird im um den liegt nicht es ein eine in'.split(' ')),
  fr: new Set('le la les est et de du des dans pour il au une pas vaut sera'.split(' ')),
  es: new Set('el la los es y de en por un una que del con se vale cuesta esta sera'.split(' ')),
  pt: new Set('o a os e de do da em por um uma que nao com vale custa esta'.split(' ')),
  it: new Set('il la e di in per un una che del con si vale costa sara'.split(' ')),
  ru: new Set('и в на с по за от до не стоит будет'.split(' ')),
}

const LANGUAGES_OF = new Map<string, readonly SpokenLanguage[]>()
for (const language of SPOKEN_LANGUAGES)
  for (const word of FREQUENT[language]) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language])

export class LanguageGuess {
  #counts: ReadonlyMap<SpokenLanguage, number> = new Map()

  add(words: readonly string[]): void {
    this.#counts = this.#with(words)
  }

  /** Includes additional words; returns all languages if undecided. */
  likely(words: readonly string[]): readonly SpokenLanguage[] {
    const counts = this.#with(words)
    const most = Math.max(0, ...counts.values())
    return SPOKEN_LANGUAGES.filter((language) => (counts.get(language) ?? 0) === most)
  }

  #with(words: readonly string[]): Map<SpokenLanguage, number> {
    const counts = new Map(this.#counts)
    for (const word of words) for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
    return counts
  }
}

/** A stem ending in `$` matches the whole word. Cost depends on the longest stem, not on their number. @param list separated by `|` */
export function stemTest(list: string): (word: string) => boolean {
  const all = list.split('|').map((stem) => stem.trim())
  const whole = new Set(all.filter((stem) => stem.endsWith('$')).map((stem) => stem.slice(0, -1)))
  const stems = new Set(all.filter((stem) => !stem.endsWith('$')))
  const lengths = [...new Set([...stems].map(({ length }) => length))]
  return (word) => whole.has(word) || lengths.some((length) => length <= word.length && stems.has(word.slice(0, length)))
}
