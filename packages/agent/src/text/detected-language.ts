import type { AgentLanguage } from '../concepts.ts'

/** Function words that carry no meaning for a question but tell its language. Without accents; words that are also English ones are left out. */
const COMMON: Readonly<Record<Exclude<AgentLanguage, 'ru' | 'zh'>, string>> = {
  en: 'the of what is are does did my you your tell this that these with from for and not how why who which when where there have has was were would could should',
  de: 'der das den dem des ein eine einen einem einer und oder ist sind haben nicht auch wie wer wo wann warum welche welcher welches ich du mir mich dir mein dein sich auf aus bei mit nach von zu zum zur uber fur erzahl erzahle gibt kannst bitte',
  fr: 'merci bonjour le les des du une est sont etait avec pour dans sur qui que quoi quel quelle quels quelles ou et pas ne je tu il elle nous vous mon ton moi toi ce cette ces au aux donne dis raconte peux pouvez combien comment pourquoi',
  es: 'el los las del una es fue para por en quien cual cuales donde cuando como porque yo tu te mi dime cuentame puedes puede hay que esta este estos y pero muy',
  it: 'il lo gli della dello dei delle degli di un una e sono era su chi che quale quali dove quando perche non io tu mi ti mio dimmi raccontami puoi puo questo questa alla allo ai',
  pt: 'o os da dos das um uma e sao foi com para por em na nos nas quem qual quais onde quando como porque nao eu voce te meu minha diga conta pode podes isso isto este esta ao muito',
}

/** Words of trading that tell the language too, but may be a part of the question that is left out, and then named. */
const TRADING: Readonly<Record<Exclude<AgentLanguage, 'ru' | 'zh'>, string>> = {
  en: '',
  de: 'gewinn gewinne verlust verluste gebuhren meiner meinen',
  fr: 'perte pertes frais ordre ordres benefice benefices',
  es: 'perdida perdidas ganancia ganancias comision comisiones operacion operaciones posicion posiciones orden ordenes',
  it: 'perdita perdite guadagno guadagni commissione commissioni operazione operazioni posizione posizioni ordine ordini miei mie',
  pt: 'perda perdas lucro lucros taxa taxas operacao operacoes posicao posicoes ordem ordens meus minhas',
}

type Foreign = { readonly name: string; readonly letters?: RegExp; readonly words: string }

/** Languages that the agent does not speak, by letters that only they use and by common words. */
const FOREIGN: readonly Foreign[] = [
  {
    name: 'Turkish',
    letters: /[ğışİ]/u,
    words:
      'fiyat fiyati fiyatı ne kac nedir kadar bugun yarin yarın dun simdi saat once sonra icin nasil nasıl olur olacak bana benim bir bu neden hangi yok degeri değeri piyasa anlat soyle dolar lira tahmin tahmini kar zarar islem pozisyon',
  },
  {
    name: 'Polish',
    letters: /[łąęśźż]/u,
    words:
      'jaka jaki jakie jest ile cena ceny kurs kosztuje teraz dzisiaj jutro wczoraj godzin godzine temu moje moja moj nie czy kiedy dlaczego opowiedz powiedz prosze dziekuje bedzie byla',
  },
  {
    name: 'Dutch',
    words:
      'hoeveel wat het een prijs koers waard mijn gisteren vandaag uur geleden waarom hoe ik jij niet voor vertel geef kost ben heb posities winst verlies alstublieft graag morgen wordt',
  },
  {
    name: 'Swedish',
    letters: /å/u,
    words: 'hur mycket kostar vad priset pris nu igar idag imorgon timmar sedan jag mina inte och som varfor berätta beratta kurs',
  },
  { name: 'Danish', letters: /[øæ]/u, words: 'hvad hvor meget koster prisen lige igar timer siden jeg mine ikke og hvorfor fortael' },
  { name: 'Czech', letters: /[řůě]/u, words: 'kolik stoji jaka cena dnes zitra vcera hodin proc muj moje moje jsem neni prosim bude' },
  { name: 'Hungarian', letters: /[őű]/u, words: 'mennyi mennyibe kerul holnap tegnap ora mulva miert hogyan nekem egy mondj kerem' },
  { name: 'Romanian', letters: /[ățţ]/u, words: 'cat costa pretul acum astazi maine ieri ore urma cum care meu mea si spune' },
  { name: 'Finnish', words: 'mika paljonko hinta nyt tanaan huomenna eilen tuntia sitten miksi minun mina kerro maksaa' },
  {
    name: 'Indonesian',
    words:
      'berapa harga sekarang hari besok kemarin jam lalu kenapa mengapa apa saya aku saldo posisi untung rugi akan naik turun tolong bagaimana yang tidak ceritakan',
  },
  {
    name: 'Vietnamese',
    letters: /[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịỉọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]/u,
    words: 'bao nhieu hom nay gio truoc cua khong tai sao',
  },
]

/** By script, before any word is read. Japanese uses Han too, so kana decide. */
const SCRIPTS: readonly (readonly [name: string, script: RegExp])[] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Greek', /\p{Script=Greek}{2}/u],
  ['Ukrainian', /[іїєґ]/iu],
]

/** Accents decide between related languages, whose words are compared without them: "mes" and "mês". */
const ACCENTS: Readonly<Partial<Record<AgentLanguage, RegExp>>> = {
  de: /[äöüß]/iu,
  fr: /[èœù]|ç[aà]/iu,
  es: /[ñ¿¡]|(?<!(?<!\p{L})h)[áíóú]/iu,
  it: /[ìò]|[^\p{L}]è[^\p{L}]/iu,
  pt: /[ãõáíóú]|ê[sn]|(?<!\p{L})há(?!\p{L})/iu,
}
const ACCENT_WEIGHT = 0.5

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const TRADING_SETS = new Map(Object.entries(TRADING).map(([language, words]) => [language, setOf(words)]))
const COMMON_SETS = Object.entries(COMMON).map(([language, words]) => [language as AgentLanguage, setOf(words)] as const)
const FOREIGN_SETS = FOREIGN.map(({ name, letters, words }) => ({ name, letters, words: setOf(words) }))

const COMMON_WEIGHT = 0.5
const FOREIGN_WEIGHT = 1.5
const LETTER_WEIGHT = 2
const MOST_READ = 300

/** Whether a word, without accents, only shows its language. */
const isCommon = (word: string, language: AgentLanguage): boolean => COMMON_SETS.some(([of, words]) => of === language && words.has(word))

/** Unknown words that an answer names; without those that only tell the language. Chinese has no word boundaries. */
export const unreadIn = (unknowns: readonly string[], language: AgentLanguage): readonly string[] =>
  language === 'zh' ? [] : unknowns.filter((word) => /^\p{L}{3,}\p{N}*$/u.test(word) && !isCommon(word, language)).slice(0, MOST_UNREAD)
const MOST_UNREAD = 5

const tradingEvidence = (words: readonly string[], language: AgentLanguage): number =>
  words.filter((word) => TRADING_SETS.get(language)?.has(word) === true).length

/** Evidence of function words and accents per spoken language; `words` are without accents. */
export function commonEvidence(text: string, words: readonly string[]): (readonly [AgentLanguage, number])[] {
  const read = text.slice(0, MOST_READ)
  return COMMON_SETS.map(([language, set]) => {
    const accents = ACCENTS[language]?.test(read) ? ACCENT_WEIGHT : 0
    return [language, words.filter((word) => set.has(word)).length * COMMON_WEIGHT + tradingEvidence(words, language) + accents]
  })
}

/** English name of the language if the agent does not speak it; `known`: the evidence for the best language that it speaks. */
export function unspokenLanguage(text: string, words: readonly string[], known: number): string | undefined {
  const read = text.slice(0, MOST_READ)
  const written = SCRIPTS.find(([, script]) => script.test(read))
  if (written !== undefined) return written[0]
  if (!/\p{Script=Latin}/u.test(read)) return undefined
  const weighed = FOREIGN_SETS.map(({ name, letters, words: set }) => {
    const count = new Set(words.filter((word) => set.has(word))).size
    const letterWeight = letters?.test(read.toLowerCase()) ? LETTER_WEIGHT : 0
    // One word may be a name or a slip in any language, unless nothing else is known.
    return { name, weight: count + letterWeight < 2 && known > 0 ? 0 : count * FOREIGN_WEIGHT + letterWeight }
  })
  const best = weighed.reduce((a, b) => (b.weight > a.weight ? b : a))
  return best.weight > known ? best.name : undefined
}
