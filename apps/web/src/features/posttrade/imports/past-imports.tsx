import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { journalCalls } from '../journal-calls.ts'
import { whenText } from '../time-text.ts'
import { countText, sourceText } from './import-words.ts'

/** Imports of before, each of which can be taken back whole. */
export function PastImports({ onUndo }: { readonly onUndo: (id: string) => void }) {
  const query = useQuery(
    { queryKey: ['journal', 'imports'] as const, queryFn: ({ signal }) => journalCalls.imports({ signal }), staleTime: 0 },
    queryClient,
  )
  const done = query.data?.filter(({ state }) => state === 'done') ?? []
  if (query.error !== null) return <QueryNotice query={query} text="Earlier imports could not be loaded." role="alert" />
  if (done.length === 0) return null
  return (
    <section aria-label="Earlier imports" className="flex flex-col gap-2">
      <h3 className="font-semibold text-13">Earlier imports</h3>
      <ul className="flex flex-col gap-1">
        {done.map(({ id, name, exchange, title, trips, done_at, created_at }) => (
          <li key={id} className="num flex flex-wrap items-center justify-between gap-2 text-12 text-ink-2">
            <span>{`${name}, ${sourceText(exchange, title)}, ${whenText(Date.parse(done_at ?? created_at))}${trips === null ? '' : `, ${countText(trips, 'trade', 'trades')}`}`}</span>
            <Button size="sm" aria-label={`Undo import of ${name}`} onClick={() => onUndo(id)}>
              Undo import
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
