import { EXPORT_HOURS, type ExportStatus, getExport, getNewestExport, startExport } from '@aerie/wire/account/account-data'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../platform/api/api.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button, buttonStyle } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/states/progress.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { ReauthenticateDialog, useProof } from '../security/reauthenticate-dialog.tsx'

const POLL_MS = 1_000

export const newestExportQuery = queryOptions({
  queryKey: ['account-export-newest'] as const,
  queryFn: ({ signal }) => api(getNewestExport, { signal }),
})

export function ExportSection() {
  const { data: newest } = useQuery(newestExportQuery, queryClient)
  const id = newest?.id ?? null
  const { withProof, proofDialog } = useProof()
  const state = useQuery({ ...exportQuery(id ?? ''), enabled: false }, queryClient).data?.state
  const isUnderWay = id !== null && (state === 'waiting' || state === 'running')
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: () => withProof(() => api(startExport, {})),
      onSuccess: (begun) => begun !== undefined && queryClient.setQueryData(newestExportQuery.queryKey, begun),
    },
    queryClient,
  )
  return (
    <Panel title="Export of your data">
      <div className="flex flex-col items-start gap-3 p-4">
        <p className="text-13 text-ink-2">{`A ZIP with everything your account holds, as NDJSON and CSV, without passwords, keys or tokens. The download is available for ${EXPORT_HOURS} hours.`}</p>
        {id !== null && <Progress key={id} id={id} />}
        {error !== null && (
          <p role="alert" className="text-13 text-danger">
            {errorText(error)}
          </p>
        )}
        {!isUnderWay && (
          <Button busy={isPending} onClick={() => mutate()}>
            {id === null ? 'Export all data' : 'Export again'}
          </Button>
        )}
      </div>
      {proofDialog}
    </Panel>
  )
}

const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['account-export', id] as const,
    queryFn: ({ signal }) => api(getExport, { params: { id }, signal }),
    gcTime: 0,
  })

const isOver = (status: ExportStatus | undefined): boolean => status?.state === 'ready' || status?.state === 'failed'

function Progress({ id }: { readonly id: string }) {
  const query = useQuery(
    {
      ...exportQuery(id),
      // Each response for a finished export creates a new link and invalidates the previous one, so polling stops.
      refetchInterval: (query) => (isOver(query.state.data) ? false : POLL_MS),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  return (
    <QueryView
      query={query}
      skeleton={<p className="text-13 text-ink-2">Your export starts in a moment.</p>}
      failed="The state of your export could not be loaded"
      stale="The state of your export could not be updated."
      isCompact
    >
      {(status) => <Status status={status} onRefetch={() => void query.refetch()} />}
    </QueryView>
  )
}

type StatusProps = { readonly status: ExportStatus; readonly onRefetch: () => void }

function Status({ status, onRefetch }: StatusProps) {
  const [used, setUsed] = useState<string | null>(null)
  const [isProving, setProving] = useState(false)
  if (status.state === 'failed') return <p className="text-13 text-danger">The export failed. Try again.</p>
  if (status.state !== 'ready')
    return (
      <div role="status" className="flex w-full max-w-md flex-col gap-1 text-13 text-ink-2">
        <span>{status.parts === null ? 'Your export starts in a moment.' : `${status.parts_done} of ${status.parts} files written.`}</span>
        <ProgressBar label="Export of your data" max={status.parts ?? 1} value={status.parts_done} />
      </div>
    )
  const link = status.link
  const answer = (isProven: boolean) => {
    setProving(false)
    if (isProven) onRefetch()
  }
  if (link === null)
    return (
      <>
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setProving(true)}>
          {`Confirm your identity to download (${sizeText(status.bytes ?? 0)})`}
        </Button>
        {isProving && <ReauthenticateDialog onAnswer={answer} />}
      </>
    )
  if (used === link) return <Button onClick={onRefetch}>This link has been used. Get another</Button>
  return (
    // Downloaded by the browser: the file may be too large for memory.
    <a className={buttonStyle('primary')} href={link} download="aerie-export.zip" onClick={() => setUsed(link)}>
      {`Download ZIP (${sizeText(status.bytes ?? 0)})`}
    </a>
  )
}

const sizeText = (bytes: number): string => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`)
