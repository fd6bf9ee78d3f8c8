import { Formula } from '../../ui/explain.tsx'

/** What every figure of the scorecard means, how it is computed and whose idea it is. */
export const EXPLAINED = {
  coverage: (
    <>
      <p>
        How often the price ended inside the band. A band of 80% that is honest holds 80 of 100 times: more means too wide, less too narrow.
      </p>
      <Formula>coverage = outcomes inside ÷ outcomes</Formula>
      <p>50% lies between the quantiles 25 and 75, 80% between 10 and 90, 95% between 2.5 and 97.5.</p>
    </>
  ),
  interval: (
    <>
      <p>Where the true coverage lies with 95% confidence (Wilson 1927), p observed, n independent outcomes, z = 1.96.</p>
      <Formula>(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n)</Formula>
    </>
  ),
  independent: (
    <>
      <p>Forecasts are made every hour, so those of many hours ahead overlap and share most of their luck. Only this many do not.</p>
      <Formula>independent = hours from the first to the last ÷ horizon + 1</Formula>
    </>
  ),
  crps: (
    <>
      <p>The score of the whole distribution, in percent of the price; smaller is better (Gneiting and Raftery 2007).</p>
      <Formula>CRPS = 2 × mean of pinball(τ) over τ = 5%, 10% … 95%</Formula>
      <Formula>pinball(τ) = τ (y − q) if y ≥ q, else (1 − τ)(q − y)</Formula>
      <p>y is the log return that came, q the quantile that was forecast for it.</p>
    </>
  ),
  tail: (
    <>
      <p>The same score at the two edges of the 95% band alone: how good the forecast is about rare moves.</p>
      <Formula>(pinball(2.5%) + pinball(97.5%)) ÷ 2</Formula>
    </>
  ),
  median: (
    <>
      <p>How far the median was from the price that came, in percent.</p>
      <Formula>mean of |ln(price ÷ median)|</Formula>
      <p>Next to nothing beats “no change” here, and this does not claim to.</p>
    </>
  ),
  crpsOfOne: (
    <>
      <p>The score of this one forecast, in percent of the price; smaller is better. The figure above is the mean of all scored ones.</p>
      <Formula>CRPS = 2 × mean of pinball(τ) over τ = 5%, 10% … 95%</Formula>
      <Formula>pinball(τ) = τ (y − q) if y ≥ q, else (1 − τ)(q − y)</Formula>
    </>
  ),
  medianPrice: (
    <>
      <p>Half of the forecast lay above this price and half below.</p>
      <Formula>price(50%) = close × exp(return quantile at 50%)</Formula>
    </>
  ),
  bandPrices: (
    <>
      <p>Where the price was to end with a chance of 80%.</p>
      <Formula>price(10%) to price(90%), price(q) = close × exp(return quantile at q)</Formula>
    </>
  ),
  state: (
    <>
      <p>Open: its hour has not come, or its candle is still awaited. Scored: measured against the close of that hour.</p>
      <p>Unscorable: the market had no candle at that hour, six hours later and with the whole history read. Nothing is guessed for it.</p>
      <Formula>made = open + scored + unscorable</Formula>
    </>
  ),
  width: (
    <>
      <p>Mean width of the 80% band. Of two forecasts that are equally honest the narrower one says more.</p>
      <Formula>mean of q(90%) − q(10%), in log returns</Formula>
    </>
  ),
  noChange: (
    <>
      <p>
        The yardstick on the same hours: the price stays, with the spread of the last 90 days of returns of the same length around it (a
        random walk).
      </p>
      <Formula>ratio = ours ÷ no change; below 1 is better</Formula>
    </>
  ),
  pit: (
    <>
      <p>
        Where in the forecast each outcome fell, in twentieths (Dawid 1984). Level bars mean honest chances; a hill in the middle means
        bands too wide, high ends too narrow, a slope a leaning to one side.
      </p>
      <Formula>PIT = F(outcome)</Formula>
      <p>The band is where a bar of an honest forecast stays with 95% confidence: Wilson’s interval of 5% for the independent outcomes.</p>
    </>
  ),
  calibration: (
    <>
      <p>
        For each quantile: the share of outcomes that fell below it, against what it says. On the diagonal the forecast means what it says.
      </p>
      <Formula>observed(τ) = outcomes below q(τ) ÷ outcomes</Formula>
      <p>The shade is Wilson’s interval at 95% for the independent outcomes: where the diagonal leaves it, the forecast is off.</p>
    </>
  ),
  chain: (
    <>
      <p>
        Each forecast is stored before its hour, with a hash over itself and the hash before it: to change or remove one, every later one
        would have to change too. The server has just recomputed them all; with the export anybody can.
      </p>
      <Formula>hashₙ = SHA-256(hashₙ₋₁ and recordₙ, one field a line)</Formula>
    </>
  ),
} as const
