import { isExcluding } from './own-exclusion.ts'
import type { OwnFrame, OwnSubject } from './own-frame.ts'

/** "Longer than 2 days" is no period, and "over 1000 dollars" no trade count. */
const BEYOND =
  / (?:(?:more|less|longer|shorter|bigger|larger|smaller|fewer|greater|higher|lower|mehr|langer|weniger|kurzer|grosser|kleiner|superieurs?|inferieurs?|superior(?:es)?|inferior(?:es)?|superiori?|inferiori?) (?:than |als |a |di |que |do que )?|over |under |above |below |uber |unter |plus de |moins de |mas de |menos de |piu di |meno di |mais de |(?:больше|меньше|дольше|более|менее|свыше) (?:чем )?)\p{N}| (?:longer|shorter|later|earlier|more|less|langer|kurzer|mehr|weniger|plus longtemps|plus|moins|mas tiempo|mas|menos|piu a lungo|piu|meno|mais tempo|mais|дольше|больше|меньше) (?:than|als|que|d|de|di|do que|чем) (?:an?|one|two|three|half|eine[mnr]?|une?|una?|un|uma?|одн\p{L}*) (?=\p{L}*(?:minut|hour|day|week|month|year|stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|ann|hora|dia|semana|mes|or[ae]|giorn|settiman|mese|час|д[ен]|недел|месяц))|(?:超过|多于|少于|大于|小于|高于|低于)[\p{N}一二两三四五六七八九十半]/u

/** "Profit by month", "a year": a list of each, or a mean of years, that no figure has. */
const PER_SPAN =
  / (?:(?:per|an|each|every) hour|(?:pro|je) stunde|(?:par|chaque) heure|(?:por|cada) hora|(?:all|ogni) ora|в час|(?:per|a|each|every|by) year|(?:by|per|each) quarter|by (?:day|week|month)|(?:day|week|month) by (?:day|week|month)|(?:pro|je) (?:jahr|quartal)|nach (?:tag|tagen|woche|wochen|monat|monaten)|par an|(?:por|cada) an[o]|all anno|ogni anno|al ano|ao ano|по (?:дням|месяцам|неделям)|в год) |每个?小时|按月|按周|按天|每年/u

/** A mean of what is asked for as a total, or a median. Tested beside the words of the figures: "average win" is one. */
export const MEAN =
  / (?:average|averaged|mean|on average|typical|durchschnitt\p{L}*|im schnitt|moyen\p{L}*|en moyenne|promedio|en promedio|medi[ao]|de media|in media|em media|в среднем|средн\p{L}*) |平均/u
const MEDIAN = / (?:median\p{L}*|mediane?|mediana|медиан\p{L}*) |中位/u

/** "My longest trade", "the highest fee": an order that no list has. */
const EXTREME =
  / (?:biggest|largest|greatest|maximum|maximal\p{L}*|grosste\p{L}*|plus (?:grand|gros)\p{L}*|mayor(?:es)?|mas grandes?|maximo|maxima|maggior\p{L}*|massim[oaie]|piu grand\p{L}*|maior(?:es)?|наибольш\p{L}*|максимальн\p{L}*|longest|shortest|quickest|fastest|slowest|highest|lowest|smallest|most expensive|cheapest|langste\p{L}*|kurzeste\p{L}*|schnellste\p{L}*|hochste\p{L}*|niedrigste\p{L}*|plus (?:long|court|rapide|eleve|haut|bas|cher)\p{L}*|mas (?:larg|cort|rapid|alt|baj)\p{L}*|piu (?:lung|brev|cort|rapid|veloc|alt|bass)\p{L}*|mais (?:long|curt|rapid|alt|baix)\p{L}*|сам\p{L}* (?:больш|крупн|маленьк|длинн|коротк|долг|быстр|высок|низк)\p{L}*) |最大|最小|最长|最短|最高|最低|最快/u

/** Whether the largest, longest or the like is asked for. */
export const isExtreme = (plain: string): boolean => EXTREME.test(plain) || / max(?! lev) /u.test(plain)

/** The trades that won or lost, as words that are no verb of a result. */
export const WON_OR_LOST =
  / (?:winners?|winning|losers?|losing|profitable trades|gewinner\p{L}*|verlierer\p{L}*|gewinntrades?|verlusttrades?|gagnante?s?|perdante?s?|ganador\p{L}*|perdedor\p{L}*|vincent[ei]|perdent[ei]|vencedor\p{L}*|ganhador\p{L}*|прибыльн\p{L}*|убыточн\p{L}*|выигрышн\p{L}*|проигрышн\p{L}*) |赢单|亏单|盈利单|亏损单|盈利(?:的)?交易|亏损(?:的)?交易/u

/** "Profit of my winning trades". */
const WON_OR_LOST_TRADES =
  / (?:winners|losers|(?:winning|losing|profitable|unprofitable) (?:trades?|positions?|longs?|shorts?)|gewinner(?:n|trades?)|verlierer(?:n|trades?)|gewinntrades?|verlusttrades?|(?:trades?|operations?|operacion(?:es)?|operazion[ei]|operac(?:ao|oes)) (?:gagnant|perdant|ganador|perdedor|vincent|perdent|vencedor|ganhador)\p{L}*|(?:прибыльн|убыточн|выигрышн|проигрышн)\p{L}* (?:сдел|треид)\p{L}*) |赢单|亏单|盈利单|亏损单|(?:盈利|亏损)的?交易/u

/** "My longs that lost money", "the shorts I won": no total of them. Plain words have no commas. */
const THAT_WON_OR_LOST =
  / (?:(?:longs?|shorts?|trades|positions) (?:that|which|i (?:won|lost|closed))|(?:longs|shorts|trades|positionen) die|(?:longs?|shorts?|trades|positions) qui|(?:largos|cortos|longs|shorts|operaciones|trades) que|(?:longs?|shorts?|operazioni|trade) (?:che|in cui)|(?:longs|shorts|comprados|vendidos|operacoes|trades) (?:que|em que)|(?:лонг|шорт|сдел)\p{L}* котор\p{L}*) |(?:亏|赚|赢|输)(?:钱|了|损|利)?的(?:多单|空单|多头|空头)/u

/** "My first trade": lists begin with the newest, the best or the worst one. */
const FIRST =
  / (?:(?:first|second|third|2nd|3rd|oldest|earliest) (?:\p{L}+ )?(?:trades?|losers?|winners?|win|loss)|(?:erste\p{L}*|zweite[nrsm]?|dritte[nrsm]?|alteste\p{L}*|fruheste\p{L}*) (?:\p{L}+ )?(?:trades?|geschaft\p{L}*|verlust\p{L}*|gewinn\p{L}*)|(?:premiere?s?|deuxieme|seconde?|troisieme|plus anciens?|plus anciennes?) (?:\p{L}+ )?(?:trades?|operations?|transactions?|perte|gain)|(?:primer|primera|primeras|primeros|prim[oaie]|primeir[oa]s?|segund[oa]|tercer[oa]?|second[oa]|terz[oa]|terceir[oa]) (?:\p{L}+ )?(?:trades?|operacion(?:es)?|operazion[ei]|operac(?:ao|oes)|transaccion|transazione|perdida|perdita|perda|ganancia|guadagno|ganho)|(?:перв|втор|трет)\p{L}* (?:\p{L}+ )?(?:сдел|треид|убыт|прибыл)\p{L}*) |(?:第[一二三]|首|最早的?一?)(?:笔|次|单|个)/u

/** "How much did I lose on my losing trades": a list of them has no sum. */
const HOW_MUCH =
  / (?:how much|(?:sum|total|totals) of|total losses|summe|gesamtverluste|somme|suma|somma|soma|сумма|сумму|wie ?viel|combien(?! de)|cuanto|quanto|сколько я|сколько (?:всего )?денег) |(?:一共|总共)[亏赚]/u

const LAST_DAYS = /^last_\d/

/** "Days I lost money", "how many green weeks": no total counts them. */
const DAYS_OF_TOTAL =
  / (?:days|weeks|months|\p{L}*tage|wochen|monate|jours|journees|semaines|dias|semanas|meses|giorni|giornate|settimane|mesi|дн(?:и|еи|я)|недел[ьи]|месяц(?:ы|ев)) |[几多]少?[天周]|的[天日]/u

/** No figure distinguishes trades by what closed them. */
const LIQUIDATED =
  / (?:liquidations|liquidationen|liquidaciones|liquidazioni|liquidacoes|ликвидация(?:х|ми)|(?:in|on|to|by|from|durch|bei|einer|par|en|por|in una|per|em uma?|из за|на) (?:an? |la |una )?(?:liquida\p{L}*|ликвидаци\p{L}*)|liquidated trades?|liquidierte[nr]? trades?) |爆仓(?:亏|损|中|的交易)|(?:被|因)(?:强平|爆仓)/u

/** "Average trade size": results and lists have no size, and positions no mean of it. */
const SIZE = / (?:sizes?|sized|\p{L}{3,}grossen?|tailles?|tamanos?|dimension[ei]|tamanhos?|размер\p{L}*) |规模|大小|仓位多大/u

/** "What share of my losses is SOL", "fees as % of my profit": no answer has a part of another figure. */
const PART_OF =
  / (?:share|part|portion|fraction|proportion|percent|percentage|pct|%|anteil|teil|prozent|prozentsatz|part|pourcentage|parte|proporcion|porcentaje|percentuale|quota|porcentagem|percentual|доля|долю|часть|процент\p{L}*) (?:of (?:my|the|all|total|our|that)|(?:von )?mein\p{L}+|von den|vom|des|der|de (?:mes|mon|ma|la|l|le|les|mis?|las|los)|du|del(?:l[aeo]?)?(?: mi[aeo]i?)?|dei(?: miei)?|d[ao]s?(?: meus?| minhas?)?|(?:от )?(?:мо\p{L}+|общ\p{L}+|вс\p{L}+)|от) (?:total |gross |net |gesamt\p{L}* )?(?:profits?|pnl|loss(?:es)?|gains?|fees?|volume|earnings?|results?|gewinn\p{L}*|verlust\p{L}*|gebuhr\p{L}*|ergebnis\p{L}*|umsatz\p{L}*|pertes?|frais|benefices?|resultats?|perdidas?|ganancias?|comision\p{L}*|beneficios?|perdit[ae]|guadagn[oi]|profitt[oi]|commission[ei]|perdas?|lucros?|taxas?|prejuizos?|ganhos?|убыт\p{L}*|прибыл[ьиею]\p{L}?|комисси\p{L}*|доход\p{L}{0,2}) | how much of (?:my|the) (?:profits?|loss(?:es)?|gains?) (?:(?:came|comes?|is|was) from|is due to) |占.*(?:利润|盈利|亏损|收益|手续费)|(?:亏损|利润|盈利|收益|手续费)(?:里|中|的).{0,4}(?:比例|百分之|几成)/u

/** "Half of my position". */
const HALF = / (?:half|halfte|moitie|mitad|meta(?= d)|metade|половин\p{L}*) |一半/u

/** "My second worst trade": a list begins with the first one. */
const LATER_ONE =
  / (?:second|2nd|third|3rd|fourth|4th|fifth|5th|next|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|vorletzte[rsn]?|(?:zweit|dritt|viert)\p{L}+|deuxieme|seconde?|troisieme|2eme|2e|3eme|3e|avant dernier\p{L}*|penultim[oa]|segund[oa]|tercer[oa]?|second[oa]|terz[oa]|terceir[oa]|втор\p{L}+|трет\p{L}+|предпоследн\p{L}*|last but one|next to last|before last) |第[二三四五]|倒数/u

/** In Chinese, a rank follows its number: "第二大亏损" names no trade. */
const HAN_LATER = /第[二三四五]/u

/** "How often was I liquidated", "have I ever been liquidated": nothing counts liquidations, and positions are as of now. */
const WAS_LIQUIDATED =
  / (?:(?:was|were|been|got) (?:\p{L}+ )?(?:liquidated|liqd|rekt|wiped out)|did (?:i|my) (?:\p{L}+ )*(?:liquidated|liquidate)|(?:wurd|worden|bin)\p{L}* (?:\p{L}+ )*liquidiert(?! werde)|liquidiert w[ou]rden?|(?:ete|suis fait|me suis) (?:\p{L}+ )?liquid\p{L}+|(?:fui|sido|han|fue|fueron) (?:\p{L}+ )?liquidad\p{L}*|liquidaron|(?:stat[oaie]|hanno) (?:\p{L}+ )?liquidat\p{L}*|liquidaram|ликвидировал\p{L}*) |(?:爆仓|强平|清算)过|[爆强]了?[几多]少?次/u

/** "How much am I risking": no figure says it before the loss. */
const RISK =
  / (?:risk|risking|risked|risks|riskier\p{L}*|risiko|risque[rz]?|riesgos?|arriesg\p{L}*|rischi\p{L}*|riscos?|arrisc\p{L}*|риск(?!ован)\p{L}*) |风险(?!敞口)/u
/** "Am I at risk of liquidation": the position shows how far that is. */
const LIQUIDATION = / (?:liqu?i\p{L}*|ликвид\p{L}*) |强平|爆仓|清算/u

/** "After fees": as every result is. */
const AFTER_COSTS = / (?:after|net of|nach|abzuglich|apres|deduits|despues|descontando|dopo|al netto|depois|после|за вычетом) |扣除/u

/** Figures of all trades of a coin, side and period; winners and losers are not apart in them. */
const OF_ALL: readonly OwnSubject[] = ['fees', 'funding', 'mean_slippage', 'mean_r', 'sharpe', 'sortino', 'sqn', 'max_drawdown']
const TOTALS: readonly OwnSubject[] = ['volume', 'net', 'overview', 'fees', 'funding', 'trades', 'list', 'account']
/** What has no result. */
const BOOK: readonly OwnSubject[] = ['positions', 'open', 'done', 'filled', 'alerts']
/** What a group of trades shows: no fees or means. */
const GROUPED: readonly OwnSubject[] = ['net', 'overview', 'trades', 'win_rate']
/** A duration is no result: "how long did I stay in my losers on average". */
const WITHOUT_DURATION: readonly OwnSubject[] = ['net', 'overview', 'trades', 'fees', 'funding', 'volume', 'expectancy', 'payoff']
const HOW_LONG = / (?:how long|wie lange|combien de temps|cuanto tiempo|quanto tempo|как долго|сколько времени) |多久|多长时间/u

/** What each coin has a sum of, listed from the largest one. */
export const OF_COINS: readonly OwnSubject[] = ['fees', 'funding', 'volume']
const LEAST =
  / (?:lowest|smallest|least|fewest|cheapest|niedrigst\p{L}*|wenigst\p{L}*|kleinst\p{L}*|geringst\p{L}*|moins|menos|menor(?:es)?|meno|minor[ie]?|mais baix\p{L}*|mas baj\p{L}*|piu bass\p{L}*|plus bas\p{L}*|наименьш\p{L}*|меньше) |最少|最低|最小/u
const isByCoin = ({ subject, by }: OwnFrame, { plain }: Words): boolean =>
  by === 'symbol' && OF_COINS.includes(subject) && !LEAST.test(plain)

/** What "risk" is no name of. */
const RISKED: readonly OwnSubject[] = ['positions', 'open', 'account', 'net', 'overview', 'list']

/** Means of all trades. */
export const MEANS: readonly OwnSubject[] = ['expectancy', 'payoff']

type Words = {
  readonly plain: string
  /** Words that are no part of a figure's or list's name. */
  readonly left: string
  readonly isBeforeCosts: boolean
  /** A result is asked for. */
  readonly isOfResult: boolean
}

/** "Is my Sharpe above 1", "did I pay more than 50 in fees": one figure answers it. */
export const isCompared = ({ subject, by }: OwnFrame, { plain }: Pick<Words, 'plain'>): boolean =>
  by === undefined && COMPARABLE.includes(subject) && ASKS_WHETHER.test(plain) && !OF_EACH.test(plain) && BEYOND.test(plain)
const COMPARABLE: readonly OwnSubject[] = [
  ...(['win_rate', 'profit_factor', 'expectancy', 'payoff', 'sharpe', 'sortino', 'sqn', 'mean_r', 'max_drawdown'] as const),
  ...(['net', 'fees', 'funding', 'volume', 'account'] as const),
]
const ASKS_WHETHER =
  /^ (?:(?:and|und|et|y|e|и|а) )?(?:is|was|are|am|did|do|does|have|has|ist|war|bin|habe?|hab|est ce que|est|ai je|es|fue|esta|he|tengo|sono|ho|era|tenho|foi|estou) /u
const OF_EACH =
  / (?:trades?|positions?|orders?|leverage|wins|loss(?:es)?|winners?|losers?|day|week|positionen|operation\p{L}*|operaci\p{L}*|operazion\p{L}*|opera[cç]\p{L}*|posic\p{L}*|posiz\p{L}*) /u
/** "PnL divided by volume", "profit per 100 USD", "year over year". */
const RATIO_OF =
  / (?:divided by|per (?:\p{N}+|dollar|usdc?)|(?:for (?:every|each)|pro|je|par|pour chaque|por(?: cada)?|per(?: ogni)?|на|за)(?: (?:one|1|einen|jeden|каждыи))? (?:dollar\p{L}*|usdc?|dolar(?:es)?|доллар\p{L}*)|annuali[sz]ed|annualisiert\p{L}*|annualise\p{L}*|anualizad[oa]|annualizzat[oa]|годовых|(?:year|month|week|day) (?:over|on) (?:year|month|week|day)|yoy|mom|wow) |年化|每(?:一?美元|块钱)/u

/** Whether words restrict a figure to what it does not tell apart. A list shows what it consists of, so fewer of them apply. */
export function isRestricted(frame: OwnFrame, words: Words): boolean {
  const { subject, by, period } = frame
  const { plain, left, isBeforeCosts } = words
  if (isExcluding(left) || (BEYOND.test(plain) && !isCompared(frame, words)) || MEDIAN.test(plain)) return true
  if (isOfPart(frame, plain)) return true
  if (by !== undefined && !GROUPED.includes(subject) && !isByCoin(frame, words)) return true
  if (isOfSomeTrades(frame, words)) return true
  const isTotal = TOTALS.includes(subject)
  if (isTotal && by === undefined && !LAST_DAYS.test(period ?? '') && DAYS_OF_TOTAL.test(left)) return true
  if (!BOOK.includes(subject) && by === undefined && PER_SPAN.test(plain)) return true
  if (isTotal && MEAN.test(left)) return true
  if ((isTotal || subject === 'mean_hold_ms') && !isByCoin(frame, words) && EXTREME.test(left)) return true
  if (OF_ALL.includes(subject) && WON_OR_LOST.test(plain)) return true
  // Ratios and means are of results after costs.
  return isBeforeCosts && !AFTER_COSTS.test(plain) && !isTotal && !BOOK.includes(subject)
}

/** How a trade was made or ended, and ended orders: no closed trade tells them apart. */
const OF_TRADE_KIND =
  / (?:cancel(?:l?ed)?|expired?|rejected|unfilled|storniert\p{L}*|verfallen\p{L}*|abgelehnt\p{L}*|annulee?s?|expiree?s?|rejetee?s?|cancelad[oa]s?|rechazad[oa]s?|expirad[oa]s?|annullat[oaie]|scadut[oaie]|rifiutat[oaie]|rejeitad[oa]s?|отменен\p{L}*|истек\p{L}*|отклонен\p{L}*|(?:isolated|cross)(?= )|isolierte?[nrm]?|isolee?s?|aislad[oa]s?|isolat[oaie]|isolad[oa]s?|изолированн\p{L}*|(?:high(?:ly)?|low|no|un|max) ?leveraged?|leveraged|gehebelte?[nrm]?|(?:a|avec|con|com|sans|sin|sem|senza) (?:effet de )?(?:levier|leva|apalancamiento|alavancagem)|apalancad[oa]s?|alavancad[oa]s?|с плечом|stopped out|ausgestoppte?[nrm]?|liquidated|liquidierte?[nrm]?|liquidee?s?|liquidad[oa]s|liquidat[oaie]|ликвидирован\p{L}*|(?:by|per|pro|je|par|por|для кажд\p{L}+|по) (?:exchange|broker|venue|leverage|size|order type|session|borse|hebel|grosse|plateforme|levier|taille|bolsa|plataforma|apalancamiento|tamano|borsa|piattaforma|leva|corretora|alavancagem|tamanho|бирж\p{L}*|плеч\p{L}*|размер\p{L}*)|market (?:trades?|entries)) |取消的|已取消|已撤|过期的|拒绝的|逐仓|全仓|[高低]杠杆|带杠杆|被强平的|爆仓的|按(?:交易所|杠杆|大小)/u
/** "Which coin did I never lose on". */
const NEVER = / (?:nunca|никогда|niemals) |从不|从没|从未|(?<!有)没有?[亏赚]|(?<![是要])不(?:赚|亏)/u

/** A part of a figure, a later one of a list, or what no figure is: a ratio, a risk, a count of liquidations. */
function isOfPart({ subject, rank }: OwnFrame, plain: string): boolean {
  if (RATIO_OF.test(plain) || PART_OF.test(plain)) return true
  if (HALF.test(plain) && subject !== 'win_rate') return true
  if ((subject === 'list' || rank !== undefined || (HAN_LATER.test(plain) && !BOOK.includes(subject))) && LATER_ONE.test(plain)) return true
  if (WAS_LIQUIDATED.test(plain) && subject !== 'list') return true
  return RISKED.includes(subject) && RISK.test(plain) && !LIQUIDATION.test(plain)
}

const isOfKind = (subject: OwnSubject, plain: string): boolean =>
  NEVER.test(plain) || (!BOOK.includes(subject) && subject !== 'account' && OF_TRADE_KIND.test(plain))

/** Trades of one kind, or their size or duration. */
function isOfSomeTrades({ subject, by, result, rank, count }: OwnFrame, { plain, left, isOfResult }: Words): boolean {
  // "My longest trade": no list is ordered by time held.
  if (FIRST.test(plain) || isOfKind(subject, plain)) return true
  if (subject === 'list' ? rank === undefined && EXTREME.test(plain) : THAT_WON_OR_LOST.test(plain)) return true
  if (result !== undefined && (rank ?? count) === undefined && HOW_MUCH.test(plain)) return true
  if (WITHOUT_DURATION.includes(subject) && HOW_LONG.test(plain)) return true
  if (isOfResult && LIQUIDATED.test(plain)) return true
  if ((subject === 'net' || subject === 'overview') && by === undefined && WON_OR_LOST_TRADES.test(plain)) return true
  const isOfSize = subject === 'positions' ? MEAN.test(left) : !BOOK.includes(subject) && subject !== 'account' && subject !== 'volume'
  return isOfSize && SIZE.test(plain)
}
