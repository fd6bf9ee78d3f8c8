import { isOfOtherTime, type Reading } from './reading.ts'
import { foldText, numberOf } from './text/text.ts'

/** Draft order from a command. `size` in coins or `value` in USDC, as decimal text; with a `price` it is a limit order. */
export type OrderRequest = {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly size?: string
  readonly value?: string
  readonly price?: string
}

const MOST_READ = 300
const BUY = /\b(?:buy|purchase|(?:go )?long|kauf\w*|achet\w*|compr\w*|acquist\w*|adquir\w*)\b|купи|покуп|买/u
const SELL = /\b(?:sell|(?:go )?short|verkauf\w*|vend\w*|vends)\b|прода|卖/u
/** "Sell half of it", "buy if it falls", "don't buy": no plain order. */
const NOT_PLAIN =
  /\b(?:my|mine|half|all|everything|rest|not|dont|don t|never|if|when|stop|stops|trailing|profit|leverage|leveraged|should|would|could i|can i|how|why|what|mein\w*|halfte|alles|nicht|wenn|hebel|soll|kann ich|wie|mon|mes|ma|moitie|tout|pas|si|levier|comment|mis?|mitad|todo|cuando|apalancamiento|como|mio|mia|miei|meta|tutto|non|se|leva|come|meus?|minhas?|metade|tudo|nao|alavancagem)\b|мо[яиюе]|половин|все|не |если|плечо|как |我的|一半|全部|不要|如果|杠杆|怎么/u
const FIGURE = /(?<![\p{L}\p{N}.,])([$€£@]?)\s?(\d+(?:[.,]\d+)*)\s?(k|tsd|тыс\p{L}*|千|万)?(?!\p{N})\s?(\p{L}+|[$€£%])?/gu
/** Directly before a number: a limit price. */
const PRICED =
  /(?:\b(?:at|limit|price|priced|bei|zu|zum|preis von|limite|precio|prezzo|preco|au prix de|al precio de|al prezzo di|ao preco de)|@|по|цене|价格|以|在)(?: of| von| de| di)?[\s:]*$/u
const MONEY = /^(?:\$|usd|usdc|usdt|dollars?|bucks|dolares|dollari|доллар\p{L}*|долл|美元)$/u
/** "A 2700" is a price in these. */
const ROMANCE: readonly (string | undefined)[] = ['fr', 'es', 'it', 'pt']
/** "Long BTC 5x": no size. */
const LEVERAGE = /^(?:x|fach|倍|и|кратн\p{L}*|[mb]|bn|mio|mn|lots?|contracts?)$/u
const MULTIPLIERS: Readonly<Record<string, number>> = { k: 1e3, tsd: 1e3, 千: 1e3, 万: 1e4 }

/** Draft order; undefined unless the text is a plain command with one coin, one side, and figures whose roles are certain. */
export function orderRequest(question: string, reading: Reading): OrderRequest | undefined {
  const { isTrade, concepts } = reading
  const folded = foldText(question, MOST_READ).toLowerCase()
  // "Buy 500 USDC of ETH": the currency of the order.
  const coins =
    reading.coins.length > 1
      ? reading.coins.filter((coin) => !new RegExp(`\\p{N} ?${coin.toLowerCase()}\\b`, 'u').test(folded) || !/^USD[CT]$/.test(coin))
      : reading.coins
  const [symbol, ...more] = coins
  const plain = ROMANCE.includes(reading.language) ? folded.replaceAll(/ a (?=\p{N})/gu, ' @ ') : folded
  const isTimed = isOfOtherTime(reading) || reading.isLooselyTimed
  const isRefused = concepts.has('inject') || concepts.has('alert') || concepts.has('advice') || NOT_PLAIN.test(plain)
  if (!isTrade || symbol === undefined || more.length > 0 || isTimed || isRefused || BUY.test(plain) === SELL.test(plain)) return undefined
  const side = BUY.test(plain) ? 'buy' : 'sell'
  const figures = [...plain.matchAll(FIGURE)].map((found) => figureOf(plain, found))
  const [prices, amounts] = [figures.filter(({ role }) => role === 'price'), figures.filter(({ role }) => role !== 'price')]
  const [amount, price] = [amounts[0], prices[0]]
  const isCertain = prices.length <= 1 && amounts.length <= 1 && figures.every(({ text }) => text !== undefined)
  if (figures.length === 0 || !isCertain) return undefined
  return {
    symbol,
    side,
    ...(amount?.text !== undefined && (amount.role === 'value' ? { value: amount.text } : { size: amount.text })),
    ...(price?.text !== undefined && { price: price.text }),
  }
}

type Figure = { readonly role: 'price' | 'value' | 'size'; readonly text: string | undefined }

function figureOf(plain: string, found: RegExpExecArray): Figure {
  const [whole, sign = '', digits = '', multiple, unit = ''] = found
  const value = numberOf(digits) * (multiple === undefined ? 1 : (MULTIPLIERS[multiple] ?? 1e3))
  const isPriced = sign === '@' || PRICED.test(plain.slice(0, found.index + whole.indexOf(digits) - sign.length))
  const isMoney = sign === '$' || MONEY.test(unit)
  const isKnown = value > 0 && value < 1e12 && unit !== '%' && !/[€£]/.test(sign + unit) && !LEVERAGE.test(unit)
  const text = isKnown
    ? Number(value.toPrecision(12))
        .toFixed(8)
        .replace(/\.?0+$/, '')
    : undefined
  return { role: isPriced ? 'price' : isMoney ? 'value' : 'size', text: text === '0' ? undefined : text }
}
