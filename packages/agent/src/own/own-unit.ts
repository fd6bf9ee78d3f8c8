import { foldText } from '../text/text.ts'

/** A day, week or month that a mean is asked for. */
export type OwnUnit = 'day' | 'week' | 'month'

const UNITS: readonly (readonly [OwnUnit, RegExp])[] = [
  [
    'day',
    /(?<!\p{L})(?<!than )(?:(?:per|an? average|each|every|a) (?:trading )?day(?! ago)|(?<=average |avg |mean )daily|(?<=(?:biggest|largest|worst|best|highest|top|max|maximum) )daily(?= (?:loss|losses|gain|gains|profit|win|pnl|p&l|result))|tages(?=verlust|gewinn|ergebnis)|(?<=(?:perte|gain|resultat|perdida|ganancia|resultado|perda|lucro|perdita|guadagno|risultato) )(?:journali\p{L}*|quotidien\p{L}*|diari[oa]|giornalier[oa])|daily(?= (?:average|avg|mean))|(?:pro|je|jeden|am) (?:handels)?tag(?! \p{N})|(?:taglich\p{L}*|tages)(?= ?(?:durch)?schnitt)|taglich(?= im)|(?:par|chaque) jour|(?:journali\p{L}*|quotidien\p{L}*)(?= moyen)|(?<=moyenn?e? )(?:journali\p{L}*|quotidien\p{L}*)|(?:por|cada|al) dia|(?<=(?:promedio|medi[ao]) )diari[oa]|diari[oa](?= (?:promedio|medi[ao]))|(?:al|ogni|per) giorno(?! (?:prec))|(?<=medi[ao] )giornalier[oa]|giornalier[oa](?= medi[ao])|ao dia|(?:в|за каждыи|каждыи) день|(?<=средн.{0,60})за день|за день(?=.{0,60}средн)|(?<=средн\p{L}* )дневн\p{L}*|среднедневн\p{L}*)(?!\p{L})(?! (?:of|de|der|della|da) (?:(?:the|la) )?(?:week|woche|semaine|semana|settimana))(?! недели)|每天|每日|日均|一天(?=平均)|(?<=平均)一天/iu,
  ],
  [
    'week',
    /(?<!\p{L})(?<!than )(?:(?:per|each|every|a) week(?! ago)|(?<=average |avg |mean )weekly|(?<=(?:biggest|largest|worst|best|highest|top|max|maximum) )weekly(?= (?:loss|losses|gain|gains|profit|win|pnl|p&l|result))|weekly(?= (?:average|avg|mean))|(?:pro|je|jede) woche|(?:par|chaque) semaine|(?:por|cada|a la) semana(?! (?:pasada|anterior))|(?<=(?:promedio|medi[ao]) )semanal|semanal(?= (?:promedio|medi[ao]))|(?:alla|ogni|per|a) settimana(?! (?:scors|passat|prec))|(?<=medi[ao] )settimanale|(?:в|каждую) неделю|(?<=средн.{0,60})за неделю|за неделю(?=.{0,60}средн)|(?<=средн\p{L}* )недельн\p{L}*)(?!\p{L})|每周(?![一二三四五六日天])|周均/iu,
  ],
  [
    'month',
    /(?<!\p{L})(?<!than )(?:(?:per|each|every|a) month(?! ago)|(?<=average |avg |mean )monthly|(?<=(?:biggest|largest|worst|best|highest|top|max|maximum) )monthly(?= (?:loss|losses|gain|gains|profit|win|pnl|p&l|result))|monthly(?= (?:average|avg|mean))|(?:pro|je|jeden|im) monat(?= im (?:durch)?schnitt)|(?:pro|je) monat|(?:par|chaque) mois|(?:por|cada|al) mes(?! (?:pasado|anterior))|(?<=(?:promedio|medi[ao]) )mensual|mensual(?= (?:promedio|medi[ao]))|(?:al|ogni|per) mese(?! (?:scors|passat|prec))|(?<=medi[ao] )mensile|ao mes(?! (?:passado|anterior))|(?<=medi[ao] )mensal|mensal(?= medi[ao])|(?:в|каждыи) месяц|(?<=средн.{0,60})за месяц|за месяц(?=.{0,60}средн)|(?<=средн\p{L}* )месячн\p{L}*)(?!\p{L})|每月|月均|每个月/iu,
  ],
]

const BEST =
  '(?:best|worst|biggest|largest|top|most profitable|(?:biggest|worst|largest) (?:losing|winning)|beste[rsn]?|schlechteste[rsn]?|schlimmste[rsn]?|profitabelste[rsn]?|meilleure?|pire|plus mauvaise?|mejor|peor|migliore?|peggiore?|melhor|pior|лучш\\p{L}*|худш\\p{L}*)'
/** "Worst day of the week", "best day to trade": a weekday. */
const NOT_OF_WEEK =
  '(?!(?:of|in|de|der|della|da) (?:(?:the|der|la) )?(?:week|woche|semaine|semana|settimana) |недели |(?:to|for|um|pour|para|per|чтобы|для) )'
const bestOf = (names: string, romance: string, han: string): RegExp =>
  new RegExp(
    ` ${BEST} (?:trading )?(?:${names}) ${NOT_OF_WEEK}| (?:which|what) (?:${names}) was my (?:best|worst) | (?:${romance}) (?:migliore|peggiore|mas rentable|plus rentable|mais lucrativ[oa]) |最(?:好|差|佳|坏|赚钱|糟糕?|亏钱?)的?(?:${han})`,
    'u',
  )
const BEST_UNITS: readonly (readonly [OwnUnit, RegExp])[] = [
  ['day', bestOf('day|tag|handelstag|jour|journee|dia|giorno|giornata|день', 'giorno|giornata|dia|jour', '一天|单日')],
  ['week', bestOf('week|woche|semaine|semana|settimana|недел[яюи]', 'settimana|semana|semaine', '一周|一个?星期')],
  ['month', bestOf('month|monat|mois|mes|mese|месяц', 'mese|mes|mois', '一个?月')],
]

const whichOf = (names: string, han: string): RegExp =>
  new RegExp(
    ` (?:which|what|welche[mnr]?|quel(?:le)?|que|cual(?: fue)?(?: el| la)?|che|quale?|qual(?: foi)?(?: [oa])?|како[имй]|какого|какую|какая) (?:single |trading )?(?:${names}) ${NOT_OF_WEEK}|哪(?:${han})`,
    'u',
  )
const WHICH_UNITS: readonly (readonly [OwnUnit, RegExp])[] = [
  ['day', whichOf('day|tag|handelstag|jour|journee|dia|giorno|giornata|день|числа|числ[оа]', '一?[天日]')],
  ['week', whichOf('week|woche|semaine|semana|settimana|недел[яюие]', '一?[周个]?(?:周|星期)(?![几一二三四五六日天末])')],
  ['month', whichOf('month|monat|mois|mes(?= (?:gan|perd|fue|he|tuve|hice|me|mas|saque|oper))|mese|месяце?', '一?个?月')],
]
const EXTREME =
  / (?:most|best|worst|biggest|largest|highest|least|am meisten|(?:beste|schlechteste|schlimmste|grosste|hochste)[nrs]?|le plus|plus (?:gros|grand)\p{L}*|pire|meilleure?|mas|mejor|peor|piu|peggior\p{L}*|miglior\p{L}*|mais|melhor|pior|больше всего|лучш\p{L}*|худш\p{L}*) |最/u
/** In the present, "which day do I lose most" is a weekday. */
const WAS =
  / (?:did|was|were|have|has|lost|made|earned|won|habe?|hab|hat|war|hatte|verlor|gewann|ai|j ai|m a|a ete|etait|fut|perdi|gane|hice|fue|he|ha|ho|era|fu|stat[ao]|ganhei|fiz|foi|tive|lucrei|(?!если)\p{L}{2,}(?:ла?|лись|лся|ло)) |哪一?[天日]/u

/**
 * The day, week or month of "my worst day ever", "which day did I lose the most". @param plain a question in plain words @param isOfTime
 * whether it names a time
 */
export function bestUnitIn(plain: string, isOfTime: boolean): OwnUnit | undefined {
  const [best] = BEST_UNITS.find(([, is]) => is.test(plain)) ?? []
  if (best !== undefined || !EXTREME.test(plain)) return best
  const [which] = WHICH_UNITS.find(([, is]) => is.test(plain)) ?? []
  return which !== 'day' || isOfTime || WAS.test(plain) ? which : undefined
}

/** "A day" of "average profit a day", and the question without it. */
export function unitCut(written: string): { readonly text: string; readonly unit: OwnUnit } | undefined {
  const text = foldText(written)
  for (const [unit, pattern] of UNITS) {
    const found = pattern.exec(text)
    if (found !== null) return { unit, text: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}` }
  }
  return undefined
}
