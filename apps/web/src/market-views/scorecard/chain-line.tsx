import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Explain } from '../../ui/explain.tsx'
import { EXPLAINED } from './explanations.tsx'
import { EXPORT_FORMATS, ExportLink } from './export-link.tsx'
import { chainExportPath, chainQuery } from './scorecard-query.ts'

/** Whether the record is whole: the server's recomputation of every hash. */
export function ChainLine() {
  const { data, error, isFetching, refetch } = useQuery(chainQuery, queryClient)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
      <span className="flex items-center">
        Chain of hashes
        <Explain title="Chain of hashes">{EXPLAINED.chain}</Explain>
      </span>
      <output aria-live="polite">
        {data !== undefined && <ChainResult {...data} />}
        {data === undefined && (error === null ? 'being recomputed…' : <span className="text-warning">{errorText(error)}</span>)}
      </output>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        Verify again
      </Button>
      <span className="flex items-center gap-2">
        Whole chain:
        {EXPORT_FORMATS.map((format) => (
          <ExportLink key={format} href={chainExportPath(format)} format={format} name="aerie-forecasts" />
        ))}
      </span>
    </div>
  )
}

type ChainResultProps = {
  readonly intact: boolean
  readonly length: number
  readonly head: string
  readonly broken_at: number | null
}

function ChainResult({ intact, length, head, broken_at }: ChainResultProps) {
  const count = length.toLocaleString('en-US')
  if (!intact) {
    return (
      <strong className="text-danger">
        ✗ broken{broken_at === null ? '' : ` at number ${broken_at.toLocaleString('en-US')}`} of {count}: the record has been changed.
      </strong>
    )
  }
  return (
    <>
      <span className="font-medium text-success">✓ intact</span>, {count} forecasts
      {head !== '' && (
        <>
          , head{' '}
          <code title={head} className="font-mono">
            {head.slice(0, 12)}…
          </code>
        </>
      )}
    </>
  )
}
