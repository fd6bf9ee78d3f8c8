import { MINUS } from '@aerie/core/numbers/decimal-figure'
import './charts.css'

type Bin = { readonly from: number; readonly trips: number }
type RiskHistogramProps = { readonly bins: readonly Bin[]; readonly width: number; readonly n: number; readonly of: number }

/** With more bins than this, only whole multiples get a label. */
const FEW_BINS = 8

export function RiskHistogram({ bins, width, n, of }: RiskHistogramProps) {
  const most = Math.max(1, ...bins.map(({ trips }) => trips))
  return (
    <figure className="histogram">
      <figcaption className="curve-head">
        <span className="font-medium text-13 text-ink-1">Results in R</span>
        <span className="num text-12 text-ink-2">{`R for ${n.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} trades`}</span>
      </figcaption>
      {bins.length === 0 ? (
        <p className="text-12 text-ink-2">No R: no trade had a stop at entry.</p>
      ) : (
        <div className="histogram-bars" role="img" aria-label={histogramText(bins, width)}>
          {bins.map(({ from, trips }) => (
            <span key={from} className="histogram-bar" data-side={from < 0 ? 'down' : 'up'} title={`${rangeText(from, width)}: ${trips}`}>
              <span translate="no" className="num histogram-count">
                {trips > 0 ? trips : ''}
              </span>
              <span className="histogram-fill" style={{ height: `calc(${trips / most} * (100% - 32px))` }} />
              <span translate="no" className="num histogram-label">
                {bins.length <= FEW_BINS || Number.isInteger(from) ? plain(from) : ''}
              </span>
            </span>
          ))}
        </div>
      )}
    </figure>
  )
}

const rangeText = (from: number, width: number): string => `${plain(from)} to ${plain(from + width)} R`
const plain = (value: number): string => String(Math.round(value * 100) / 100).replace('-', MINUS)

const histogramText = (bins: readonly Bin[], width: number): string =>
  `Histogram of results in R. ${bins.flatMap(({ from, trips }) => (trips === 0 ? [] : [`${rangeText(from, width)}: ${trips}`])).join(', ')}.`
