import { defined } from '@aerie/core/defined'
import type { AgentLanguage } from './concepts.ts'
import { DEFAULT_HOURS } from './intents.ts'
import { isOfOtherTime, type Reading } from './reading.ts'
import { foldText, numberOf, tokenize } from './text/text.ts'

/** Draft alert from a question. `level`: decimal text in the quote currency; `percent`: daily change, positive in both directions. */
export type AlertRequest = { readonly symbol: string; readonly direction: 'above' | 'below' | 'cross' } & (
  | { readonly level: string; readonly percent?: undefined }
  | { readonly percent: string; readonly level?: undefined }
)

type Meanings = {
  /** Words that request a notification, and its condition; with a level and a direction they mean an alert. Accents are folded. */
  readonly tell: string
  readonly when: string
  readonly above: RegExp
  readonly below: RegExp
  readonly touch: RegExp
}

const MEANINGS: Readonly<Record<AgentLanguage, Meanings>> = {
  en: {
    tell: '(?:(?:tell|let|text|message|inform|ping|warn|alert|alret|alrt|notify|remind|buzz|wake|call|ring|dm|shout at|holler at) me(?: know| up)?|give me an? (?:shout|ping|heads up|nudge|call)|lmk|hmu)',
    when: '(?:when|once|as soon as|if|in case)',
    above: /\b(above|over|exceeds?|surpass\w*|ris(?:es?|en|ing)|climbs?|breaks?( above)?|goes (up|over)|tops|higher|gains?|pumps?|up)\b|>/,
    below:
      /\b(below|under|falls?|drops?|dips?|sinks?|goes (down|under)|lower|loses?|dumps?|crash\w*|tanks?|plunges?|fell|dropped|down)\b|</,
    touch: /\b(hit\w*|reach\w*|touch\w*|cross\w*|is at|gets? to|passes)\b/,
  },
  de: {
    tell: '(?:(?:sage?|gib|melde?|informiere?|schreibe?|warne?|benachrichtige|alarmiere)(?: (?:mir|mich|dich))?(?: (?:bescheid|rechtzeitig))?)',
    when: '(?:bescheid )?(?:wenn|sobald|falls)',
    above: /\b(uber|oberhalb|uberschreite\w*|ubersteig\w*|steig\w*|hoher|klettert)\b|>/,
    below: /\b(unter|unterhalb|unterschreite\w*|fall\w*|sink\w*|rutsch\w*|tiefer|niedriger|einbr[ei]ch\w*|crasht|absturzt|sturzt)\b|</,
    touch: /\b(erreich\w*|beruhr\w*|kreuzt|bei|auf)\b/,
  },
  fr: {
    tell: '(?:dis|previens|prevenez|avertis|informe|alerte|avise|notifie) moi',
    when: '(?:quand|lorsque|des que|si)',
    above: /\b(dessus|depass\w*|mont\w*|franchi\w*|plus de|superieur)\b|>/,
    below: /\b(dessous|tomb\w*|descend\w*|baiss\w*|sous|moins de|inferieur|chut\w*|perd\w*|s effondr\w*)\b|</,
    touch: /\b(attein\w*|touch\w*|crois\w*|arrive|est a)\b/,
  },
  es: {
    tell: '(?:dime|avisa(?:me)?|informame|notificame|alertame)',
    when: '(?:cuando|si|en cuanto)',
    above: /\b(encima|super\w*|sub\w*|mas de|pas[ae]\w*|arriba)\b|>/,
    below: /\b(debajo|baj\w*|ca[ei]\w*|menos de|abajo|pierd\w*|desplom\w*)\b|</,
    touch: /\b(lleg\w*|alcan\w*|to[cq]\w*|cru[cz]\w*|este en)\b/,
  },
  it: {
    tell: '(?:dimmi|avvisami|avvertimi|informami|notificami)',
    when: '(?:quando|se|appena)',
    above: /\b(sopra|super\w*|sal\w*|oltre|piu di)\b|>/,
    below: /\b(sotto|scend\w*|cal[ai]\w*|cad\w*|meno di|perd\w*|croll\w*)\b|</,
    touch: /\b(raggiung\w*|tocc\w*|arriv\w*|incroci\w*)\b/,
  },
  pt: {
    tell: '(?:me (?:avis[ea]|diga|diz|notifique|alerte)|(?:avis[ea]|diga|diz) me|avise)',
    when: '(?:quando|se|assim que)',
    above: /\b(acima|super\w*|sub\w*|passa\w*|mais de)\b|>/,
    below: /\b(abaixo|ca[ií]\w*|baix\w*|desc\w*|menos de|despenc\w*)\b|</,
    touch: /\b(atin\w*|cheg\w*|toc\w*|cruz\w*)\b/,
  },
  ru: {
    tell: '(?:скажи|сообщи|напиши|да[ий] знать|предупреди|уведоми|оповести)(?: мне| меня)?',
    when: '(?:когда|если|как только)',
    above: /(выше|превы\w*|вырас\w*|подним\w*|больше|свыше)|[а-я]*раст[а-я]+|>/,
    below: /(ниже|упад\w*|опуст\w*|снизит\w*|меньше|рухн|обвал|просядет)|</,
    touch: /(достиг\w*|доидет|коснет\w*|пересеч\w*)/,
  },
  zh: {
    tell: '(?:告诉|通知|提醒|叫)我',
    when: '',
    above: /高于|超过|突破|涨到|涨破|涨至|以上|大于|升到|上涨|涨|>/,
    below: /低于|跌破|跌到|跌至|以下|小于|降到|下跌|跌|</,
    touch: /达到|触及|碰到|到/,
  },
}

const MULTIPLIERS: Readonly<Record<string, number>> = {
  k: 1e3,
  grand: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mila: 1e3,
  mil: 1e3,
  к: 1e3,
  тыс: 1e3,
  тысяч: 1e3,
  тысячи: 1e3,
  千: 1e3,
  万: 1e4,
  m: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  mrd: 1e9,
  mio: 1e6,
  million: 1e6,
  millionen: 1e6,
  млн: 1e6,
}
const SIGNIFICANT = 12
const MOST_READ = 300

/** Words between "tell me" and "if" that may be a time: "let me know tomorrow if". */
const MOST_BETWEEN = 4
/** "Tell me when", "if BTC falls, tell me"; `far`: also with words in between. */
const requestOf = ({ tell, when }: Meanings, isFar: boolean): RegExp => {
  if (when === '') return new RegExp(tell, 'u')
  const between = isFar ? `(?:\\S+ ){0,${MOST_BETWEEN}}` : ''
  return new RegExp(`(?:^| )${tell} ${between}${when} |^(?:\\S+ )?${when} .* ${tell}(?: |$)`, 'u')
}
const REQUESTS = new Map(
  Object.values(MEANINGS).map((meanings) => [meanings, { near: requestOf(meanings, false), far: requestOf(meanings, true) }]),
)
const isRequest = (folded: string, meanings: Meanings, isFar: boolean): boolean =>
  defined(REQUESTS.get(meanings))[isFar ? 'far' : 'near'].test(folded)

/** "Tell me if BTC will be above 70k in 6 hours" asks for a forecast; in some languages only a time distinguishes it from an alert. */
const WILL = /\b(?:will|gonna|going to)\b/u
const WILL_AT = /\b(?:wird|sera|seront|va|vai|sara|estara)\b|будет|会/u

/**
 * Draft alert; undefined unless exactly one coin and figure are named, `dated` if a time is: an alert watches from now on.
 * @param recent coins "it" may mean
 */
export function alertRequest(text: string, reading: Reading, recent: readonly string[]): AlertRequest | 'dated' | undefined {
  const language = reading.language ?? 'en'
  const words = tokenize(text, MOST_READ).flatMap((token) => (/[\p{L}\p{N}<>]/u.test(token.text) ? [token.text] : []))
  // Each Chinese character is its own token, so match on the folded text.
  const folded = language === 'zh' ? foldText(text, MOST_READ).toLowerCase() : words.join(' ')
  const direction = directionOf(folded.replaceAll('me up', 'me'), language)
  const isOfDay = isChangeOfDay(text, reading)
  const isTimed = isOfOtherTime(reading) && !isOfDay
  const isNamed = reading.concepts.has('alert')
  const isAsked = isNamed || (isRequest(folded, MEANINGS[language], isTimed) && direction !== undefined)
  const isForecast = WILL.test(folded) || (isTimed && !isNamed && WILL_AT.test(folded))
  const figure = figureOf(isOfDay ? text.slice(0, MOST_READ).replaceAll(TIMES, ' ') : text)
  // "When the volume is above 1b": of a price only.
  if (!isAsked || isForecast || reading.concepts.has('inject') || reading.concepts.has('metric') || figure === undefined) return undefined
  if (isTimed) return direction === undefined ? undefined : 'dated'
  const symbol = coinOf(reading, recent)
  if (symbol === undefined) return undefined
  if (figure.isPercent) return { symbol, direction: direction ?? 'cross', percent: figure.value }
  // "Every day"; a change in percent is one over a day.
  if (reading.isLooselyTimed) return undefined
  return { symbol, direction: direction ?? 'cross', level: figure.value }
}

/** "5% in 24 hours", which is the span of such an alert; not "5% tomorrow". */
function isChangeOfDay(text: string, { segments, isDated, isDeferred }: Reading): boolean {
  const times = segments.flatMap(({ horizons }) => horizons).filter(({ direction, isBare }) => direction !== 'now' && isBare !== true)
  const isDay =
    times.length > 0 && times.every(({ hours, isToday, start, end }) => hours === DEFAULT_HOURS && isToday !== true && end - start > 1)
  return isDay && !isDated && !isDeferred && percentOf(text) !== undefined
}

/** Direction to a level in a folded text. */
export function directionOf(folded: string, language: AgentLanguage): AlertRequest['direction'] | undefined {
  const { above, below, touch } = MEANINGS[language]
  const [isAbove, isBelow] = [above.test(folded), below.test(folded)]
  if (isAbove !== isBelow) return isAbove ? 'above' : 'below'
  return isAbove || touch.test(folded) ? 'cross' : undefined
}

function coinOf({ coins, concepts }: Reading, recent: readonly string[]): string | undefined {
  if (coins.length === 1) return coins[0]
  return coins.length === 0 && concepts.has('it') && recent.length === 1 ? recent[0] : undefined
}

const TIMES =
  /\d+(?:[.,]\d+)?[-\s]*(?:h|hours?|hrs?|stunden?|std|heures?|horas?|or[ae]|час\p{L}*|ч|days?|tage?n?|jours?|d[ií]as?|giorn[oi]|д[еня]\p{L}*)(?!\p{L})|\d+个?(?:小时|天)/giu

const PERCENT =
  /(\d+(?:[.,]\d+)?)\s?(?:%|percent|per ?cent|pct|prozent|pour ?cent|por ?cien?to|per ?cento|por ?cento|процент\p{L}*)|百分之(\d+(?:\.\d+)?)/giu

/** The only figure of a text besides its times, as decimal text; undefined if there are several, or a percentage unless it is `beside` one. */
export function levelOf(text: string, beside = false): string | undefined {
  const read = text.slice(0, MOST_READ).replaceAll(TIMES, ' ')
  const figure = figureOf(beside ? read.replaceAll(PERCENT, ' ') : read)
  return figure === undefined || figure.isPercent ? undefined : figure.value
}

/** The only percentage of a text, as decimal text without a sign. */
export function percentOf(text: string): string | undefined {
  const [found, ...more] = text.slice(0, MOST_READ).normalize('NFKC').matchAll(PERCENT)
  const value = found === undefined || more.length > 0 ? 0 : Number((found[1] ?? found[2] ?? '').replace(',', '.'))
  return value > 0 && value <= MOST_PERCENT ? plainDecimal(value) : undefined
}
const MOST_PERCENT = 1_000

function figureOf(text: string): { readonly value: string; readonly isPercent: boolean } | undefined {
  const tokens = tokenize(text, MOST_READ)
  const numberIndexes = tokens.flatMap(({ text: word }, at) => (/^\d/.test(word) ? [at] : []))
  const [at] = numberIndexes
  if (numberIndexes.length !== 1 || at === undefined) return undefined
  const next = tokens[at + 1]?.text ?? ''
  const value = numberOf(defined(tokens[at]).text) * (MULTIPLIERS[next] ?? 1)
  if (!(value > 0) || value >= 1e15) return undefined
  const isPercent = next === '%' || next === 'percent' || next === 'prozent'
  return { value: plainDecimal(value), isPercent }
}

/** Avoids float artifacts: 70.1 × 1000 is 70100, not 70099.99999999999. */
const plainDecimal = (value: number): string =>
  Number(value.toPrecision(SIGNIFICANT))
    .toFixed(SIGNIFICANT)
    .replace(/\.?0+$/, '')
