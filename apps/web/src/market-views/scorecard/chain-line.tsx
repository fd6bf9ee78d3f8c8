import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Explain } from '../../ui/overlays/explain.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { Explanation } from './explanations.tsx'
import { EXPORT_FORMATS, ExportLink } from './export-link.tsx'
import { chainExportPath, chainQuery } from './scorecard-query.ts'

/** Whether the record is whole: the server's recomputation of every hash. */
export function ChainLine() {
  const { data, error, isFetching, refetch } = useQuery(chainQuery, queryClient)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
      <div className="flex items-center">
        Hash chain
        <Explain title="Hash chain">
          <Explanation of="chain" />
        </Explain>
      </div>
      <output aria-live="polite">
        {data !== undefined && <ChainResult {...data} />}
        {data === undefined && error === null && 'verifying…'}
        {error !== null && (
          <span className="text-warning">
            {data !== undefined && ' · as verified before; it could not be verified again.'} <ErrorText error={error} />
          </span>
        )}
      </output>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        Verify again
      </Button>
      <span className="flex items-center gap-2">
        Export:
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
      <strong className="text-danger">{broken(broken_at === null ? '' : ` at number ${broken_at.toLocaleString('en-US')}`, count)}</strong>
    )
  }
  return (
    <>
      <span className="font-medium text-success">✓ intact</span>
      {`, ${count} forecasts`}
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

const broken = (at: string, count: string) => `✗ broken${at} of ${count}: the record has been changed.`
