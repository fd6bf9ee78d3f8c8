import type { CopySimulationAnswer } from '@aerie/wire/copies'
import { amountFigure, signedAmount } from '../../platform/format/figures.ts'
import { COPY_WORDS } from './copy-words.ts'
import { CurveLine } from './curve-line.tsx'

const WORDS = COPY_WORDS.simulation

/** What following would have brought: never to be taken for what was traded. */
export function Simulation({ result }: { readonly result: CopySimulationAnswer }) {
  return (
    <section aria-label={WORDS.title} className="copy-simulation" role="status">
      <h4 className="font-semibold text-13">{WORDS.title}</h4>
      <p className="text-12 text-ink-2">{WORDS.about}</p>
      {result.reason === null ? <Figures result={result} /> : <p className="text-13">{result.reason}</p>}
      {result.copied > 0 && <p className="text-12 text-ink-2">{WORDS.resolution(result.by_minutes, result.copied)}</p>}
      {result.is_cut && <p className="text-12 text-ink-2">{WORDS.cut}</p>}
      {result.curve.length > 1 && (
        <CurveLine
          title={WORDS.curve}
          summary={WORDS.summary(signedAmount(result.result))}
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
          [WORDS.result, signedAmount(result)],
          [WORDS.fees, amountFigure(fees)],
          [WORDS.slippage, amountFigure(slippage)],
          [WORDS.copied, WORDS.of(copied, fills)],
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
    {result === null && <p className="text-12 text-ink-2">{WORDS.none}</p>}
    {skipped.length > 0 && (
      <ul aria-label={WORDS.skipped} className="text-12 text-ink-2">
        {skipped.map(({ reason, detail, count }) => (
          <li key={reason}>{`${count} × ${detail ?? reason}`}</li>
        ))}
      </ul>
    )}
  </>
)
