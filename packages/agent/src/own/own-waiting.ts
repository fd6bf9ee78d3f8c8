import type { AgentLanguage } from '../concepts.ts'

/** Orders that are not filled, in any words. */
const NOT_FILLED: Readonly<Record<AgentLanguage, RegExp>> = {
  en: /(?<= )(?:(?:still )?unfilled|to (?:get |be )?fill(?:ed)?|(?:(?:have|has|are|is|did|do)(?: ?n t| not)?|havent|hasnt|arent|isnt|didnt|dont|not|never|yet to|still to|waiting to|still)(?: (?:yet|still|been|be|got|get|to))* (?:fill(?:ed)?|executed?|trigger(?:ed)?)(?: yet)?)(?= )/gu,
  de: /(?<= )(?:noch )?(?:nicht|nie|un)(?: worden)? ?(?:ausgefuhrt|gefullt|erfullt|gefillt)\p{L}*(?: worden)?(?= )/gu,
  fr: /(?<= )(?:pas|non)(?: (?:encore|ete))* (?:execut|rempli|declench)\p{L}*(?= )/gu,
  es: /(?<= )(?:sin|no)(?: (?:se|han?|sido|aun|todavia|estan?|fueron))* (?:ejecut|llen|complet)\p{L}*(?= )/gu,
  it: /(?<= )non(?: (?:ancora|sono|stat[oi]|e))* (?:esegui|riempi)\p{L}*(?= )/gu,
  pt: /(?<= )(?:nao|sem)(?: (?:ainda|foram|foi|estao))* (?:execut|preench)\p{L}*(?= )/gu,
  ru: /(?<= )(?:еще )?не ?(?:был\p{L}* )?исполн\p{L}*(?= )/gu,
  zh: /(?:还)?(?:没有?|未)(?:被)?(?:成交|执行|触发)的?/gu,
}
/** Orders that wait, where orders or "anything of mine" are named. */
const WAITING: Readonly<Record<AgentLanguage, RegExp>> = {
  en: /(?<= )(?:still )?(?:waiting|queued|hanging)(?: (?:to (?:be )?fill(?:ed)?|for a fill|out there|around))?(?= )/gu,
  de: /(?<= )(?:wart(?:e|en|et|enden?)|hangen|schweben)(?= )/gu,
  fr: /(?<= )(?:attend|attendent|patientent)(?= )/gu,
  es: /(?<= )(?:esperando|en espera)(?= )/gu,
  it: /(?<= )(?:in attesa|aspettano|aspetta|attendono)(?= )/gu,
  pt: /(?<= )(?:espera|esperam|esperando|aguardam|aguardando|em espera)(?= )/gu,
  ru: /(?<= )(?:жд[уе]т|ожида\p{L}+)(?= )/gu,
  zh: /(?:在)?(?:等待|等着|排队)(?:中|的)?/gu,
}
const ANYTHING = / (?:anything|something|nothing) (?:of mine|i have|i ve)(?= )/u
const OPEN: Readonly<Record<AgentLanguage, string>> = {
  en: 'open orders',
  de: 'offene orders',
  fr: 'ordres ouverts',
  es: 'ordenes abiertas',
  it: 'ordini aperti',
  pt: 'ordens abertas',
  ru: 'открытые ордера',
  zh: '未成交订单',
}
const MINE_OF_HAN = /单|委托|止损|止盈/u

/** A question in plain words with "open orders" for "not filled yet", "still waiting" and the like. */
export function withOpenOrders(plain: string, language: AgentLanguage, isOfOrders: (plain: string) => boolean): string {
  if (language === 'zh' && !MINE_OF_HAN.test(plain)) return plain
  const named = plain.replace(NOT_FILLED[language], OPEN[language])
  return isOfOrders(named) || ANYTHING.test(named) ? named.replace(WAITING[language], OPEN[language]) : named
}
