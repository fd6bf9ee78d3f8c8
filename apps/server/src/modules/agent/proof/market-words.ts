import { stemTest } from './stems.ts'

/** Stems of words that tell of a price, a change, a chance or a time, folded; in the languages that the agent speaks. */
const PRICES =
  'price|cost|worth|valu|valor|trad|quot|dollar|dolar|euro|usd|eur$|gbp|yen$|buck|cent$|cents$|pound|preis|kurs|kost|wert|handel|prix|cours|valeur|vaut|coute|precio|vale|cotiz|cuesta|preco|cotac|custa|prezz|quotaz|costa|цен|стои|курс|доллар|евро|рубл|котир|bitcoin|btc|ether|eth$|solana|ripple|xrp|биткоин|эфир'
const CHANGES =
  'up$|down$|ris|rose$|fall|fell$|gain|lose|loss|lost|drop|climb|increas|decreas|chang|mov|reach|hit$|hits$|exceed|surpass|above|below|high|low|peak|target|steig|stieg|fiel|sink|gewinn|verlier|verlust|erreich|uber$|unter$|hauss|baiss|monte|descend|atteind|sube|subi|baj|caer|cae$|alcan|lleg|super|cai$|cair|cheg|sale$|sali|scend|raggiun|cresc|рост|раст|вырас|пад|упа|сниз|подн|достиг|превы|измен|потер|подеш|подорож|прибав|doubl|tripl|quadrupl|halv|verdoppel|verdreifach|halbier|dimezz|raddoppi|duplic|dobr|удво|удва|утрои|verlor|gewann|gewonnen|perd|perso$|persa$|persi$|gagn|guadagn|ganh|ganado$|gano$'
const CHANCES =
  'chance|probab|likel|odds|percent|prozent|pourcent|wahrschein|риск|вероят|процент|шанс|risk|porcent|porciento|confiden|posib|possib'
const TIMES =
  'fortnight|decade|century|quartal|trimestre|past$|noon|midnight|oclock$|clock$|uhr$|tomorrow|today|tonight|yesterday|morgen|heute|gestern|demain|hier$|manana|ayer$|domani|ieri$|amanha|ontem|завтра|сегодня|вчера|утр|вечер|hour|minut|second$|seconds$|day|week|month|year|stund|tag$|tage|woch|monat|jahr|heur|jour|semain|mois|annee|ans$|hora|dia$|dias$|seman|mes$|meses$|ano$|anos$|ore$|ora$|giorn|settiman|mese$|mesi$|anno$|anni$|час|минут|день|дня|днеи|дню|недел|месяц|год|лет$|сут'

/** Whether a folded word tells of a price, a change, a chance or a time. */
export const isMarketWord = stemTest([PRICES, CHANGES, CHANCES, TIMES].join('|'))
const MARKET_SIGNS = /[$€£¥₿%％٪﹪‰‱℅]|[价價值涨漲跌升降元刀率概时時天日周週月年币幣]/u

/** Whether a sign or a Chinese character does. */
export const hasMarketSign = (text: string): boolean => MARKET_SIGNS.test(text)

/** What a small number may count without saying anything of a market: "two coins", "three of them". */
const HARMLESS =
  /^[\s-]?(?:of|more|other|coins?|tokens?|tools?|crypto\p{L}*|currenc\p{L}*|kinds?|things?|questions?|prices|values|predictions?|forecasts?|answers?|types?|sorts?|options?|ways?|assets?|markets?|sentences?|der|den|davon|münzen|werkzeug\p{L}*|fragen|arten|kryptow\p{L}*|preise|prognosen|dinge|de|d’|d'|monnaies?|outils?|questions?|cryptos?|types?|sortes?|choses?|prévisions?|monedas?|herramientas?|preguntas?|criptomonedas?|tipos?|cosas?|precios|moedas?|ferramentas?|perguntas?|coisas?|preços|di|delle|dei|monete|strumenti|domande|criptovalute|tipi|cose|prezzi|из|монет\p{L}*|инструмент\p{L}*|вопрос\p{L}*|вид\p{L}*|криптовалют\p{L}*)(?!\p{L})|^(?:个|個|种|種|者|枚|项|項|款|类|類)(?!月|小时|小時|百|点|點)/iu

/** Whether what follows a small number makes it a count of things. */
export const isCountOfThings = (after: string): boolean => HARMLESS.test(after)

/** Words for the width of a forecast: only there does a named percentage of it belong. */
const BAND =
  /between(?! now)|range|band|interval|zwischen|spanne|bereich|intervall|entre|fourchette|plage|rango|banda|faixa|intervalo|tra\b|fra\b|intervallo|fascia|между|диапазон|интервал|区间|范围|之间|區間|範圍/iu
const DIRECTION =
  /\b(?:up|down|ris\w*|rose|fall\w*|fell|gain\w*|los[et]\w*|drop\w*|climb\w*|increas\w*|decreas\w*|higher|lower|above|below|reach\w*|hits?|exceed\w*|grow\w*|grew|jump\w*|surg\w*|plung\w*|soar\w*)\b|steig|stieg|gestieg|fäll|fiel|gefall|sink|höher|niedriger|über |erreich|monte|hausse|baisse|augment|dimin|grimp|attei|sub[ei]|baj[aeó]|cae|alcanz|llegar|superar|cair|cai |aument|chegar|sal[ei]|scend|raggiun|superer|cresc|cal[aoi]|раст|вырас|рост|пад|упа|сниз|достиг|подним|превы|выше|ниже|涨|漲|跌|升|降|突破|达到/iu

/** Whether a sentence may name the width of a forecast: "80 % chance that it rises" is no such thing. */
export const mayNameBand = (sentence: string): boolean => BAND.test(sentence) || !DIRECTION.test(sentence)
