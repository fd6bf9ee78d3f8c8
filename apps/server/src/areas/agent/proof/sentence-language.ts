import { COIN_ALIASES } from '@aerie/agent/coins/coin-names'
import { AGENT_LANGUAGES } from '@aerie/agent/concepts'
import { vocabularyOf } from '@aerie/agent/vocabulary'
import { COINS } from '@aerie/market/catalogue'
import { foldWord, SPOKEN_LANGUAGES, type SpokenLanguage } from './fold-word.ts'

/** Additional common words: without enough known words, a supported language cannot be distinguished from a related one. */
const COMMON: Readonly<Record<SpokenLanguage, string>> = {
  en: `a an the and or but of in on at to from by for with without within into onto over under above below between through during since until
    after before about against amid among per via as than then so if because while although though however therefore thus also too very more
    most less least much many few several some any all both each every either neither other another such same own only just even still yet
    already now currently recently here there where when who which what whose how this that these those it its they their he she we our us
    you your i my me is are was were be been being am has have had do does did done can could may might will would shall should must not no
    nor never up down out off again once first last next new old high low large small great good better best wide narrow quiet flat stable
    weak sharp sharply slightly strongly mostly mainly largely nearly almost roughly remains remain stays stay trades traded trading trader
    traders market markets currency digital exchange exchanges liquidity capital supply demand volume volatility funding payment payments
    position positions account order orders profit loss unrealised unrealized realised realized forecast figure figures data feed quote
    quoted interval band range service later try please sorry certainly course note simulated paper live available unavailable reached created
    known called means mean open closed won lost gained fell rose climbed dropped jumped slipped soared surged declined recovered expected
    predicted shows show canadian australian american hong kong extra additional coming upcoming previous remaining business whole`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber von in im an am auf aus bei beim zu zum zur mit ohne für gegen über
    unter zwischen durch während seit bis nach vor um als wie dann so wenn weil dass ob obwohl jedoch daher deshalb auch sehr mehr mehrere
    viele wenige einige alle beide jeder jede jedes andere anderer gleiche nur noch schon jetzt derzeit zuletzt hier dort da wo wann wer was
    welche welcher dieser diese dieses es sie er wir ihr ihre ihrer sein seine ich mich mir mein meine du dein deine ihnen uns unser ist sind
    war waren wird werden wurde wurden worden hat haben hatte hatten kann können könnte könnten soll sollte muss müssen darf nicht kein keine
    keinen nie ja nein weniger hoch niedrig groß klein gut besser beste neu alt stabil schwach stark etwas leicht fast rund etwa blieb bleibt
    bleiben blieben gab gaben lag liegt liegen stieg fiel steigt fällt gestiegen gefallen verfügbar markt märkte währung digitale digitalen
    börse handel order orders position positionen konto papierkonto offene offenen verlust gewinn zahlungen prognose bitte leider gerne
    natürlich klar sicher später noch einmal weitere weiteren vergangenen kommenden gesamten letzten nächsten echte simulierte simulierten
    unverändert deutlich daher damit darum darauf dabei wegen trotz laut heute moment bedeutet zeigt erwartet vor allem`,
  fr: `le la les l un une des du de d et ou mais à au aux en dans sur sous par pour avec sans chez vers entre pendant depuis jusqu avant après
    comme que qu qui quoi dont où quand si car donc ainsi alors aussi très plus moins beaucoup peu plusieurs quelques tout tous toute toutes
    chaque autre autres même mêmes seul seulement encore déjà maintenant actuellement récemment ici là ce cet cette ces c il elle ils elles on
    nous vous je j me m te se s son sa ses leur leurs votre vos notre nos mon ma mes est sont était étaient sera seront serait être été a ont
    avait avaient aura avoir peut peuvent pourrait pourraient doit fait faire ne n pas jamais aucun aucune non oui haut bas grand petit bon
    bien mieux meilleur nouveau stable stables faible forte fort légèrement presque environ reste restent restés marché marchés monnaie
    numérique bourse ordre ordres ouvert ouverte ouverts position positions compte perte gain profit paiements prévision prévisions
    disponible jetons jeton cours prix hausse baisse recul reculé surtout cause affiche montre attendue attendu désolé bonjour certainement
    bien sûr d accord veuillez réessayer tard simulé vraie fictif prochaines dernières suivant service`,
  es: `el la los las un una unos unas lo y e o u pero de del a al en con sin por para sobre bajo entre hasta desde durante según hacia tras
    como que qué quien cuando donde si porque pues aunque así entonces también muy más menos mucho poco muchos pocos varios varias algunos
    algunas todo todos toda todas cada otro otra otros otras mismo misma solo sólo aún ya ahora actualmente aquí allí este esta esto estos
    estas ese esa eso esos esas él ella ellos nosotros usted ustedes yo me te se le les nos su sus mi mis tu tus nuestro es son era eran fue
    fueron será serán sería ser estar está están estaba ha han había habrá hay puede pueden podría podrían debe hace hacer no ni nunca sí
    alto bajo grande pequeño bueno buena mejor nuevo estable estables débil fuerte ligeramente casi mantuvieron mantiene mantienen mercado
    mercados moneda monedas digital bolsa orden órdenes abierta abiertas posición posiciones cuenta pérdida ganancia pagos previsión
    pronóstico pronósticos disponible precio precios subida bajada retrocedieron subió bajó muestra espera esperada lo siento hola claro
    supuesto por favor inténtalo tarde simulado real ficticia próximas últimas siguiente servicio`,
  pt: `o a os as um uma uns umas e ou mas de do da dos das em no na nos nas ao à aos às por pelo pela para pra com sem sobre sob entre até desde
    durante conforme após como que quem quando onde se porque pois embora assim então também muito mais menos pouco muitos poucos vários
    várias alguns algumas todo todos toda todas cada outro outra outros outras mesmo mesma só ainda já agora atualmente aqui ali este esta
    isto estes estas esse essa isso esses essas ele ela eles elas nós você vocês eu me te lhe seu sua seus suas meu minha é são era eram foi
    foram será serão seria ser estar está estão estava tem têm tinha há pode podem poderia poderiam deve faz fazer não nem nunca sim alto
    baixo grande pequeno bom boa melhor novo estável estáveis fraco forte ligeiramente quase ficaram mantém mantêm mercado mercados moeda
    moedas digital bolsa ordem ordens aberta abertas posição posições conta perda ganho pagamentos previsão previsões disponível preço preços
    alta queda recuaram subiu caiu mostra espera desculpe olá claro por favor tente tarde simulado verdade fictícia próximas últimas
    principalmente serviço`,
  it: `il lo la i gli le l un uno una e ed o ma di del dello della dei degli delle d a al allo alla ai agli alle da dal dalla in nel nella nei
    nelle con senza su sul sulla per tra fra fino durante secondo verso dopo prima come che chi quando dove se perché poiché anche molto più
    meno poco molti pochi vari varie alcuni alcune tutto tutti tutta tutte ogni altro altra altri altre stesso stessa solo ancora già ora
    adesso attualmente qui lì questo questa questi queste quello quella quelli quelle egli lei loro noi voi io mi ti si ci vi suo sua suoi
    sue mio mia tuo tua è sono era erano fu sarà saranno sarebbe essere stato stata stati ha hanno aveva avrà può possono potrebbe
    potrebbero deve fa fare non né mai sì alto basso grande piccolo buono buona meglio migliore nuovo stabile stabili debole forte
    leggermente quasi circa rimasti rimane restano mercato mercati valuta moneta monete digitale borsa ordine ordini aperto aperta posizione
    posizioni conto perdita guadagno pagamenti previsione previsioni disponibile prezzo prezzi rialzo calo sceso salito mostra previsto
    prevede aumento soprattutto scusa ciao certo certamente per favore riprova tardi simulato vera fittizio nessun nessuno nessuna prossime
    ultime servizio raggiungibile`,
  ru: `и в во на с со по за из от до для без при про под над между через после перед около как что чтобы кто где когда если потому поэтому но или
    а же ли бы то так тоже также очень более менее больше меньше много мало несколько все всё весь вся каждый другой другая другие тот та те
    это этот эта эти его её их он она они мы вы я мне меня мой моя ваш ваша ваше ваши вас вам нам наш свой себя есть был была было были будет
    будут быть может могут можно нужно должен не ни нет нельзя никогда да уже ещё сейчас теперь сегодня недавно здесь там вот только лишь
    даже почти примерно высокий низкий хороший лучше новый стабильно слабо сильно сильнее немного слегка основном рынок рынка рынке рынки
    валюта валюты цифровая биржа биржей биржи ордер ордеров ордера открытая открытых позиция позиции счёт убыток прибыль платежей платежи
    прогноз прогноза прогнозов прогнозы недоступна доступен цена цены монета монеты рост падение вырос выросла упал упала подешевели
    подорожали изменились показывает показал показала ожидается является извините здравствуйте привет конечно пожалуйста попробуйте позже
    имитируемый настоящей бумажный служба текущие текущая текущий стал стала стало стали дороже дешевле вероятно вероятна маловероятна
    ликвидация ликвидации рисков риск спрос предложение доход сделка сделки комиссии комиссия данных данные вверх вниз новостей новости
    трейдеры инвесторы портфель портфеля монете монет каталоге модель назад вперёд часа часов часы дней неделю суток сутки ближайшие
    следующие последние последних прошлой этой около держите закрыта открыт устарели половину половина трети четверть`,
}

/** Names and units that are the same in many languages and carry no information. */
const EVERYWHERE = /^(?:bitcoin|биткоин|ether|эфир|usd|dol?lar|dolar|доллар|euro|евро|token|coin|crypto|крипто|blockchain|http|www$|amp$)/
const coinNames = (): Set<string> =>
  new Set(
    [...COINS.flatMap(({ symbol, name }) => [symbol, name]), ...Object.values(COIN_ALIASES)]
      .flatMap((names) => names.match(/\p{L}+/gu) ?? [])
      .map(foldWord),
  )
/** Russian letters that other Cyrillic languages without diacritics lack. */
const RUSSIAN_LETTER = /[ыэь]/i
/** Letters of no supported language: other scripts or diacritics, and the Bulgarian vowel. */
const STRANGE_LETTER = /[^a-zàáâãäçèéêëìíîïñòóôõöùúûüýÿßœªºа-яё\p{Script=Han}\P{L}]|ъ(?![еёюя])/iu

export type SentenceWord = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly folded: string
  readonly isNumber: boolean
}

export type SentenceLanguage = {
  /** Up to here enough words are known: later text cannot revoke this. */
  readonly firmEnd: number
  /** Whether the language is supported; number words are only recognized in those. More expensive than the other checks. */
  readonly isSpoken: () => boolean
}

export type LanguageJudge = {
  /** `openEnd`: end of the streamed text; a word ending there may continue. */
  readonly sentence: (words: readonly SentenceWord[], openEnd?: number) => SentenceLanguage
  readonly isKnown: (word: SentenceWord) => boolean
}

/** From this share of known words, a sentence counts as a supported language regardless of other signs. */
const FIRM_SHARE = 0.6
/** Below this share, letters foreign to all supported languages decide. */
const LEAST_SHARE = 0.34
/** Detector scores range from 0 to 1; its training languages score above 0.7. */
const LEAST_SCORE = 0.62

type Scores = Readonly<Record<string, number>>

const SPOKEN = new Set<string>(AGENT_LANGUAGES)

/** Detects supported languages by words, others by letters (n-grams of 60 languages). Creation takes 0.25 s and 30 MB. */
export async function languageJudge(): Promise<LanguageJudge> {
  const { default: detector } = await import('eld/extrasmall')
  const names = coinNames()
  const isUninformative = (word: SentenceWord): boolean => names.has(word.folded) || isEverywhere(word)
  const knowing = knownWords()
  return {
    isKnown: (word) => isUninformative(word) || knowing(word).length > 0,
    sentence: (words, openEnd) => {
      const informative = words.filter((word) => !isUninformative(word))
      const { firmEnd, share } = readAlong(informative, knowing, openEnd)
      const scores = () => detector.detect(informative.map(({ text }) => text).join(' ')).getScores()
      return { firmEnd, isSpoken: () => share >= FIRM_SHARE || isSpoken(scores(), share) }
    },
  }
}

type Knowing = (word: SentenceWord) => readonly string[]

function knownWords(): Knowing {
  const languagesOf = new Map<string, string[]>()
  for (const language of SPOKEN_LANGUAGES) {
    const words = new Set([...vocabularyOf(language), ...COMMON[language].split(/\s+/)].map(foldWord))
    for (const word of words) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
  }
  return ({ folded, text }) => {
    const languages = languagesOf.get(folded) ?? []
    const isRussian = RUSSIAN_LETTER.test(text) && !languages.includes('ru') && !isStrange(text)
    return isRussian ? [...languages, 'ru'] : languages
  }
}

function isSpoken(scores: Scores, share: number): boolean {
  const best = (isWanted: (language: string) => boolean): number =>
    Math.max(0, ...Object.entries(scores).flatMap(([language, score]) => (isWanted(language) ? [score] : [])))
  const spoken = best((language) => SPOKEN.has(language))
  if (share < LEAST_SHARE && spoken < LEAST_SCORE) return false
  return spoken >= best((language) => !SPOKEN.has(language))
}

function isEverywhere({ text, folded, isNumber }: SentenceWord): boolean {
  if (isNumber) return true
  if (folded.length < 2 || EVERYWHERE.test(folded) || /\p{Script=Han}/u.test(text)) return !isStrange(text)
  return /^[A-Z]{2,6}$|^[lIO]+$/.test(text)
}

export const isStrange = (text: string): boolean => STRANGE_LETTER.test(text.normalize('NFKC'))

function readAlong(words: readonly SentenceWord[], knowing: Knowing, openEnd: number | undefined) {
  const known = new Map<string, number>()
  let [all, most, firmEnd] = [0, 0, Number.POSITIVE_INFINITY]
  for (const word of words) {
    // Words with foreign letters count double against all languages.
    all += isStrange(word.text) ? 2 : 1
    const languages = knowing(word)
    for (const language of languages) {
      const count = (known.get(language) ?? 0) + 1
      known.set(language, count)
      most = Math.max(most, count)
    }
    const isFirm = languages.length > 0 && most / all >= FIRM_SHARE
    if (!isFirm) firmEnd = Math.min(firmEnd, word.start)
    else if (word.end !== openEnd) firmEnd = Number.POSITIVE_INFINITY
  }
  return { share: all === 0 ? 1 : most / all, firmEnd }
}
