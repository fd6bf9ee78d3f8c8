import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { useJournal } from '../use-journal.ts'

/** From this number of trades, a report queues behind others of its size. */
const LONG_FROM = 5_000

type ComputingProps = { readonly rows: number; readonly rowClassName: string }

export function Computing({ rows, rowClassName }: ComputingProps) {
  const total = useJournal().data?.total ?? 0
  return (
    <div role="status" aria-label="Loading the statistics" className="flex flex-col gap-3">
      {total > LONG_FROM && (
        <p className="text-13 text-ink-2">{`Computing the figures of ${total.toLocaleString('en-US')} trades. Large journals take some seconds, and are computed one after the other.`}</p>
      )}
      <SkeletonRows count={rows} className={rowClassName} />
    </div>
  )
}

/** Until the accounts are known, so that the choice between them pushes nothing down. */
export const LoadingAccounts = () => (
  <div className="flex min-w-0 flex-col gap-3">
    <Computing rows={4} rowClassName="h-16 w-full" />
  </div>
)
