import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { useJournal } from '../use-journal.ts'
import * as WORDS from './statistics-words.ts'

/** From this number of trades, a report queues behind others of its size. */
const LONG_FROM = 5_000

type ComputingProps = { readonly rows: number; readonly rowClassName: string }

export function Computing({ rows, rowClassName }: ComputingProps) {
  const total = useJournal().data?.total ?? 0
  return (
    <div role="status" aria-label="Loading the statistics" className="flex flex-col gap-3">
      {total > LONG_FROM && <p className="text-13 text-ink-2">{WORDS.computing(total.toLocaleString('en-US'))}</p>}
      <SkeletonRows count={rows} className={rowClassName} />
    </div>
  )
}
