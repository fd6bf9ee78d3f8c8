import { type AgentOptions, type AgentTurn, builtInEngine } from './engine.ts'

const NAMES = `BTC Bitcoin|ETH Ethereum|USDT Tether|XRP XRP|SOL Solana|USDC USDC|DOGE Dogecoin|ADA Cardano|LINK Chainlink|XLM Stellar|BCH Bitcoin Cash|SUI Sui
|AVAX Avalanche|LTC Litecoin|SHIB Shiba Inu|TON Toncoin|DOT Polkadot|PEPE Pepe|NEAR NEAR Protocol|ETC Ethereum Classic|POL POL (ex-MATIC)|OP Optimism|IP Story
|GRT The Graph|SAND The Sandbox|IO io.net|ATH Aethir|TRUMP Official Trump|WIF dogwifhat|ONE Harmony|ALGO Algorand|XMR Monero|SPX SPX6900`

/** A part of the catalogue: the coins whose names are traps. */
export const options: AgentOptions = {
  coins: NAMES.split('|').map((entry) => {
    const [symbol = '', ...name] = entry.trim().split(' ')
    return { symbol, name: name.join(' ') }
  }),
  predicted: ['BTC', 'ETH', 'SOL', 'XRP'],
  maxPredictionHours: 24,
  maxHistoryHours: 2160,
}

/** The engine over `options`; without state, so that all tests may share it. */
export const engine = builtInEngine(options)

/** Turns of the user, one a text. */
export const userTurns = (texts: readonly string[]): AgentTurn[] => texts.map((text) => ({ sender: 'user', text }))

const SIGNS = { get_crypto_price: '', get_crypto_prediction: '+', get_crypto_history: '-' } as const

/** The calls for the last of `texts`, in short: `BTC` the price, `BTC+6` a prediction, `BTC-6` a history, `none`. */
export function callsFor(...texts: readonly string[]): string {
  const { calls } = engine.answer(texts.at(-1) ?? '', userTurns(texts.slice(0, -1)))
  const short = calls.map(({ name, arguments: { ticker, timeframe = '' } }) => `${ticker}${SIGNS[name]}${timeframe}`)
  return short.join(' ') || 'none'
}
