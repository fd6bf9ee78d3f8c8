import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { journalCalls } from '../journal-calls.ts'

const PHASES = { reading: 'rows read', storing: 'rows stored', building: 'trades built' } as const
const ASK_EVERY_MS = 700

/** How far the server is. What is not known yet has no bar. */
export function ImportProgress({ words }: { readonly words: string }) {
  const { data } = useQuery(
    {
      queryKey: ['journal', 'import-progress'] as const,
      queryFn: ({ signal }) => journalCalls.progress({ signal }),
      refetchInterval: ASK_EVERY_MS,
      gcTime: 0,
    },
    queryClient,
  )
  const isKnown = data != null && data.total > 0
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-13">
        <Spinner /> {words}
      </p>
      {isKnown && (
        <>
          <progress className="import-bar" aria-label={words} max={data.total} value={data.done} />
          <p className="num text-12 text-ink-2">{`${data.done.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} ${PHASES[data.phase]}`}</p>
        </>
      )}
    </div>
  )
}
