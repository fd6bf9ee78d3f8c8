import { Formula } from '../../../ui/overlays/explain.tsx'

export const Explanation = ({ of }: { readonly of: keyof typeof EXPLANATION_TEXT }) =>
  EXPLANATION_TEXT[of].map((part: ExplanationPart) =>
    typeof part === 'string' ? <p key={part}>{part}</p> : <Formula key={part.formula}>{part.formula}</Formula>,
  )

type ExplanationPart = string | { readonly formula: string }

const PINBALL: readonly ExplanationPart[] = [
  { formula: 'CRPS = 2 × mean of pinball(τ) over τ = 5%, 10% … 95%' },
  { formula: 'pinball(τ) = τ (y − q) if y ≥ q, else (1 − τ)(q − y)' },
]

const EXPLANATION_TEXT = {
  coverage: [
    'How often the price ended inside the band. A correct 80% band covers 80 of 100 outcomes: more means it is too wide, fewer too narrow.',
    { formula: 'coverage = outcomes inside ÷ outcomes' },
    'The 50% band lies between the quantiles 25% and 75%, the 80% band between 10% and 90%, the 95% band between 2.5% and 97.5%.',
  ],
  interval: [
    'The range of the true coverage with 95% confidence (Wilson 1927): p observed, n independent outcomes, z = 1.96.',
    { formula: '(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n)' },
  ],
  independent: [
    'Forecasts are made every hour, or every five minutes from now, so those with longer horizons overlap and their outcomes depend on each other. Only this many are independent.',
    { formula: 'independent = hours from the first to the last ÷ horizon + 1' },
  ],
  crps: [
    'The score of the whole distribution, in percent of the price. Lower is better (Gneiting and Raftery 2007).',
    ...PINBALL,
    'y is the log return that occurred, q the quantile forecast for it.',
  ],
  tail: [
    'The same score at the two edges of the 95% band alone: how good the forecast is for rare moves.',
    { formula: '(pinball(2.5%) + pinball(97.5%)) ÷ 2' },
  ],
  median: [
    'How far the median was from the closing price, in percent.',
    { formula: 'mean of |ln(price ÷ median)|' },
    'Over hours, almost nothing beats “no change”, and this forecast does not claim to.',
  ],
  crpsOfOne: [
    'The score of this one forecast, in percent of the price. Lower is better. The figure above is the mean of all scored forecasts.',
    ...PINBALL,
  ],
  medianPrice: [
    'Half of the forecast was above this price and half below.',
    { formula: 'price(50%) = close × exp(return quantile at 50%)' },
  ],
  bandPrices: [
    'The range in which the price was to end with a chance of 80%.',
    { formula: 'price(10%) to price(90%), price(q) = close × exp(return quantile at q)' },
  ],
  state: [
    'Open: its time is still ahead, or its candle has not arrived. Scored: compared with the close at that time.',
    'Unscorable: there was no candle for that time, even six hours later and with the whole history loaded. No price is invented for it.',
    { formula: 'made = open + scored + unscorable' },
  ],
  width: [
    'The mean width of the 80% band. Of two forecasts with equal coverage, the narrower one says more.',
    { formula: 'mean of q(90%) − q(10%), in log returns' },
  ],
  noChange: [
    'The benchmark for the same hours: no change in price, with the spread of returns of the same length over the last 90 days (a random walk).',
    { formula: 'ratio = ours ÷ no change; below 1 is better' },
  ],
  pit: [
    'Where in the forecast each outcome fell, in twentieths (Dawid 1984). Level bars mean correct probabilities. A hump in the middle means the bands are too wide, high ends mean too narrow, a slope means a bias to one side.',
    { formula: 'PIT = F(outcome)' },
    'The shaded band holds the bars of a correct forecast with 95% confidence: Wilson’s interval of 5% for the independent outcomes.',
  ],
  calibration: [
    'For each quantile: the share of outcomes below it, compared with its stated probability. On the diagonal, the two agree.',
    { formula: 'observed(τ) = outcomes below q(τ) ÷ outcomes' },
    'The shade is Wilson’s 95% interval for the independent outcomes. Where the diagonal leaves it, the forecast is off.',
  ],
  chain: [
    'Each forecast is stored before its hour, with a hash of itself and of the hash before it. To change or remove one, every later one would have to change too. The server has just recomputed them all; with the export, anyone can.',
    { formula: 'hashₙ = SHA-256(hashₙ₋₁ and recordₙ, one field per line)' },
  ],
} as const satisfies Record<string, readonly ExplanationPart[]>
