import { asciiText } from '@aerie/core/numbers/typed-number'

/** A coin that a text can mean. */
type Named = { readonly symbol: string; readonly name: string }
/** What a pasted text means: coins in its order, each once, and words that mean none. */
export type Pasted = { readonly found: readonly string[]; readonly unknown: readonly string[] }

/** Currencies that a pair is quoted in, longest first. */
const QUOTES = ['USDT', 'USDC', 'BUSD', 'FDUSD', 'USD', 'EUR', 'PERP']
/** No list that a person pastes is longer; the rest is left out. */
const MOST_CHARACTERS = 20_000

/**
 * Reads a list of coins as people have it: `BTC, eth $sol`, one a line, `BINANCE:BTCUSDT`, `ETH/USD`, `SOL-PERP`, names
 * (`Bitcoin Cash` on a line of its own), and headings of sections (`###Majors`), which are left out.
 */
export function readPasted(text: string, coins: readonly Named[]): Pasted {
  const bySymbol = new Set(coins.map(({ symbol }) => symbol))
  const byName = new Map(coins.map(({ symbol, name }) => [name.toLowerCase(), symbol]))
  const found = new Set<string>()
  const unknown = new Set<string>()
  const take = (word: string): boolean => {
    const symbol = byName.get(word.toLowerCase()) ?? symbolIn(word, bySymbol)
    if (symbol !== null) found.add(symbol)
    return symbol !== null
  }
  const entries = asciiText(text.slice(0, MOST_CHARACTERS))
    .split(/[\n\r,;|、]+/)
    .map((entry) => entry.trim().replace(/^["'“”]+|["'“”]+$/g, ''))
    .filter((entry) => entry !== '' && !entry.startsWith('###'))
  for (const entry of entries) {
    if (take(entry)) continue
    for (const word of entry.split(/\s+/)) if (!take(word)) unknown.add(word)
  }
  return { found: [...found], unknown: [...unknown] }
}

function symbolIn(word: string, known: ReadonlySet<string>): string | null {
  const plain = word
    .toUpperCase()
    .replace(/^\$/, '')
    .replace(/^[A-Z0-9_]+:/, '')
    .replace(/\.P$/, '')
  if (known.has(plain)) return plain
  const [base = ''] = plain.split(/[/_-]/)
  if (base !== plain && known.has(base)) return base
  const quote = QUOTES.find((each) => plain.endsWith(each) && known.has(plain.slice(0, -each.length)))
  return quote === undefined ? null : plain.slice(0, -quote.length)
}
