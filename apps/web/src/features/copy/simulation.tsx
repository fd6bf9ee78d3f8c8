import type { CopySimulationAnswer } from '@aerie/wire/copies'
import { amountFigure, signedAmount } from '../../platform/format/figures.ts'
import { CurveLine } from './curve-line.tsx'

/** What following would have brought: never to be taken for what was traded. */
export function Simulation({ result }: { readonly result: CopySimulationAnswer }) {
  return (
    <section aria-label="Simulated" className="copy-simulation" role="status">
      <h4 className="font-semibold text-13">Simulated</h4>
      <p className="text-12 text-ink-2">
        Calculated from stored candles, with a delay of one second and an estimated spread. No trade was made.
      </p>
      {result.reason === null ? <Figures result={result} /> : <p className="text-13">{result.reason}</p>}
      {result.copied > 0 && (
        <p className="text-12 text-ink-2">{`${result.by_minutes} of ${result.copied} prices are of stored minutes, the others of hours.`}</p>
      )}
      {result.is_cut && <p className="text-12 text-ink-2">Only the newest 2,000 trades are included.</p>}
      {result.curve.length > 1 && (
        <CurveLine
          title="Simulated result"
          summary={`Ends at ${signedAmount(result.result)}.`}
          values={result.curve.map((point) => Number(point.result))}
          leastSpan={1}
          format={(value) => signedAmount(value.toFixed(2))}
          isSimulated
        />
      )}
    </section>
  )
}

const Figures = ({ result: { result, fees, slippage, copied, fills, skipped } }: { readonly result: CopySimulationAnswer }) => (
  <>
    <dl className="copy-figures num">
      {(
        [
          ['Result', signedAmount(result)],
          ['Fees', amountFigure(fees)],
          ['Slippage', amountFigure(slippage)],
          ['Copied trades', `${copied} of ${fills}`],
        ] as const
      ).map(([title, text]) => (
        <div key={title}>
          <dt className="text-12 text-ink-2">{title}</dt>
          <dd translate="no" className="text-13">
            {text}
          </dd>
        </div>
      ))}
    </dl>
    {result === null && <p className="text-12 text-ink-2">No result: a price of that time is missing.</p>}
    {skipped.length > 0 && (
      <ul aria-label="Skipped" className="text-12 text-ink-2">
        {skipped.map(({ reason, detail, count }) => (
          <li key={reason}>{`${count} × ${detail ?? reason}`}</li>
        ))}
      </ul>
    )}
  </>
)
