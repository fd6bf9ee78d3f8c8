import type { AgentLanguage } from '../concepts.ts'
import type { Reading } from '../reading.ts'
import { foldText } from '../text/text.ts'

/** A question without the words that leave coins or a side out, those coins, and the side that is left. */
export type Exclusion = { readonly text: string; readonly without?: readonly string[]; readonly only?: 'long' | 'short' }

/** Before the coins. */
const BEFORE =
  /(?<!\p{L})(?:excluding|exclude|excl|ignore|leave out|tak(?:e|ing) out(?! my)|(?:don t|do not|dont|doesn t|not) (?:count|include)|nicht(?: mit)?(?:zahlen|rechnen)|lass(?:en|t|e)?(?= \p{L}+ (?:weg|raus|aus|aussen))|enlev\p{L}*|si (?:on |j )?exclu\p{L}*|exclu[tes]+|excluye\p{L}*|no cuent\p{L}*|escludi|non contare|non considerare|exclua|desconsider\p{L}*|nao cont\p{L}*|исключи\p{L}*|не считаи|если не считать|except(?: for)?|other than|not counting|not including|omitting|ignoring|disregarding|apart from|aside from|leaving out|besides|without|minus(?= \p{L})(?! (?:my |the )?(?:loss|fee|fund))|not in|not on|but not|(?<=(?:with|but|and) )no(?= \p{L})|(?:no|keine)(?= (?:shorts?|longs?)(?!\p{L}))|(?<=(?:everything|all|coins?|trades|anything) )but|ausgenommen|ausser(?: bei)?|ohne|exklusive|abgesehen von|abzuglich|sauf|hormis|hors|excepte|a part|en excluant|excluant|sans(?: compter)?|excluyendo|exceptuando|excepto|salvo|sin(?: contar)?|quitando|menos|aparte de|escluso|esclus[aie]|tolt[oaie]|escludendo|eccetto|tranne|a parte|senza(?: contare)?|excluindo|exceto|sem(?: contar)?|tirando|fora|кроме|исключая|без(?: учета)?|не считая|за исключением)(?!\p{L})|(?<!\p{L})(?:non-|ex-|w\/o )(?=\p{L})|(?<!\p{L})(?:ex|bar|barring|save(?: for)?)(?= \p{L})|除了|除去|除开|不算|不含|不包括|不计|剔除|去掉|排除|忽略/giu
/** Whether words leave something out. */
export const isExcluding = (text: string): boolean => [...text.matchAll(BEFORE)].some(([found]) => !NO.test(found))
/** After them. */
const AFTER =
  /^\s*(?:mal |einmal |is |are |was )?(?:excluded|removed|taken out|left out|aside|ausgenommen|ausgeklammert|herausgerechnet|rausgerechnet|abgezogen|aussen vor|mis de cote|no en cuenta|не в счет|nicht (?:mitgerechnet|eingerechnet|mitgezahlt)|weggelassen|mis a part|exclus?|exclue?|aparte|excluid[oa]s?|esclus[oaie]|a parte|a parte|не считая|не учитывая)(?!\p{L})|^\s*(?:除外|以外|之外|不算|不计|外)/iu
/** Beside the coins: "without my BTC trades". */
const AROUND =
  /^(?:my|the|any|all|of|in|on|from|a|those|ones?|ceux|celles|sur|auf|bei|quell[ei]|trades?|positions?|die|den|der|das|meine[nr]?|von|mit|les|mes|le|la|l|de|en|las?|los?|mis?|el|i|gli|miei|il|di|su|as|os|meus?|minhas?|o|em|по|моих|сделок|сделки|operacion(?:es)?|operazion[ei]|operac(?:ao|oes)|сделку|posiciones|positionen|coins?|的|我的|交易)$/iu
const AND = /^(?:and|or|nor|und|oder|et|ou|ni|y|o|e|ed|и|или|&|,|和|或|与|、|跟)$/iu
const SIDE =
  /^\s*(?:shorts?|longs?|cortos?|largos?|vendid[oa]s|comprad[oa]s|шорт\p{L}*|лонг\p{L}*)(?!\p{L})|^\s*(?:的)?(?:做空|做多|空单|多单|空头|多头)/iu
/** "Without my short trades". */
const SIDE_ALONE =
  /^\s*(?:(?:my|the|any|all|die|den|meine[nr]?|les|mes|las?|los?|mis|gli|le|i|miei|as|os|meus|моих|我的)\s*)*(?:(shorts?|cortos?|vendid[oa]s|шорт\p{L}*|做空|空单|空头)|(longs?|largos?|comprad[oa]s|лонг\p{L}*|做多|多单|多头))(?:[\s-]*(?:trades?|positions?|positionen|sales|side|operaciones|posiciones|operazioni|posizioni|operacoes|posicoes|сдел\p{L}*|позици\p{L}*|的?交易|的?单))?(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}和与跟及、]| (?:and|or|und|oder|et|ou|y|o|e|и|или)(?!\p{L}))/iu
const NO = /^(?:no|keine)$/iu
const PORTUGUESE = /(?<!\p{L})(?:lucro|lucrei|perdi|ganhei|resultado|taxas?|quanto|quantos|minhas?|meus?|prejuizo)(?!\p{L})/iu
const COSTS_AND =
  /^\s*(?:the |my |die |les |las |le |as )?(?:fees|funding|costs|gebuhren|frais|comisiones|commissioni|taxas|комисси\p{L}*)(?:,| (?:and|or|und|oder|et|ou|y|o|e|и|или))(?=\s)/iu
const HAN_AND = /[和与跟或、].*$/u
const HAN = /\p{Script=Han}/u
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]+|[^\s]/u
const MOST_WORDS = 10
const MOST_COINS = 4

/** Coins or the side that a question leaves out; undefined if neither follows such words. `read` reads a part of it. */
export function exclusionCut(written: string, language: AgentLanguage, read: (text: string) => Reading): Exclusion | undefined {
  const text = foldText(written)
  const coinOf = (word: string): string | undefined => {
    const { mentioned, possible, unknowns } = read(`${word}, price`)
    const [coin, another] = mentioned.length > 0 ? mentioned : possible
    return another === undefined && unknowns.length === 0 ? coin : undefined
  }
  // In Portuguese, "no BTC" is "on BTC".
  const isNoOfEnglish = language === 'en' && !PORTUGUESE.test(text)
  for (const { 0: found, index } of text.matchAll(BEFORE)) {
    const isLeft = !NO.test(found) || isNoOfEnglish || /^keine$/iu.test(found)
    const cut = isLeft ? exclusionAt(text, { found, index }, coinOf) : undefined
    if (cut !== undefined) return cut
  }
  for (const { 0: word, index } of text.matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]+/gu)) {
    const end = index + word.length
    const after = AFTER.exec(text.slice(end))
    const coin = after === null ? undefined : coinOf(word)
    if (after !== null && coin !== undefined)
      return { text: `${text.slice(0, index)} ${text.slice(end + after[0].length)}`, without: [coin] }
  }
  return undefined
}

function exclusionAt(
  text: string,
  { found, index }: { readonly found: string; readonly index: number },
  coinOf: (word: string) => string | undefined,
): Exclusion | undefined {
  const after = index + found.length
  const side = SIDE_ALONE.exec(text.slice(after))
  if (side !== null)
    return { text: `${text.slice(0, index)} ${text.slice(after + side[0].length)}`, only: side[1] === undefined ? 'short' : 'long' }
  // "No trades on BTC?" leaves nothing out.
  if (NO.test(found) && nextWord(text, after, coinOf)?.coin === undefined) return undefined
  // "Excluding fees and BTC": the costs stay.
  const costs = COSTS_AND.exec(text.slice(after))?.[0] ?? ''
  const cut = coinsFrom(text, after + costs.length, coinOf)
  const start = costs === '' ? index : after + costs.length
  return cut && { text: `${text.slice(0, start)} ${text.slice(cut.end)}`, without: cut.coins }
}

type Next = { readonly coin: string | undefined; readonly word: string; readonly end: number }

/** The word at a place; Han words have no spaces between them. */
function nextWord(text: string, at: number, coinOf: (word: string) => string | undefined): Next | undefined {
  const next = WORD.exec(text.slice(at))
  if (next === null) return undefined
  const start = at + next.index
  const [first] = next
  if (AND.test(first) || AROUND.test(first)) return { word: first, coin: undefined, end: start + first.length }
  const choices = HAN.test(first) ? [4, 3, 2, 1].map((length) => text.slice(start, start + length).replace(HAN_AND, '')) : [first]
  const word = choices.find((each) => coinOf(each) !== undefined) ?? first
  return { word, coin: coinOf(word), end: start + word.length }
}

function coinsFrom(
  text: string,
  start: number,
  coinOf: (word: string) => string | undefined,
): { readonly coins: readonly string[]; readonly end: number } | undefined {
  const coins: string[] = []
  let [end, at, isOpen] = [start, start, true]
  for (let left = MOST_WORDS; left > 0; left -= 1) {
    const next = nextWord(text, at, coinOf)
    if (next === undefined) break
    const { coin, word } = next
    at = next.end
    if (AND.test(word)) isOpen = true
    else if (coin !== undefined && isOpen && coins.length < MOST_COINS) {
      coins.push(coin)
      isOpen = false
      end = at
    } else if (!AROUND.test(word)) break
    else if (coins.length > 0) end = at
  }
  // "Without BTC shorts" leaves out a side of a coin: no set is that.
  if (SIDE.test(text.slice(end))) return undefined
  // "除了 BTC 以外".
  const tail = AFTER.exec(text.slice(end))
  return coins.length === 0 ? undefined : { coins: [...new Set(coins)], end: end + (tail?.[0].length ?? 0) }
}
