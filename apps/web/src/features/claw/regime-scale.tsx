import { REGIME_PERCENTILES } from '@aerie/core/analytics/volatility-regime'

/** Where the four regimes end, as shares of the past. */
const ENDS = [...REGIME_PERCENTILES, 1]

/** The four regimes as parts of a line, with a mark where it stands now. */
export const RegimeScale = ({ percentile }: { readonly percentile: number }) => (
  <svg
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label={`Percentile ${(percentile * 100).toFixed(0)} of 100`}
    className="claw-scale"
  >
    {ENDS.map((end, index) => {
      const from = ENDS[index - 1] ?? 0
      return (
        <rect
          key={end}
          className="claw-scale-part"
          data-part={index}
          x={from * 100 + 0.3}
          y={3}
          width={(end - from) * 100 - 0.6}
          height={3}
        />
      )
    })}
    <rect className="claw-scale-mark" x={Math.min(99, Math.max(0, percentile * 100 - 0.5))} y={0} width={1} height={8} />
  </svg>
)
