import { EXPORT_HOURS, type ExportStatus, exportBegun, exportStatus } from '@aerie/wire/account/account-exports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/http/api.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useProof } from '../security/reauthenticate-dialog.tsx'
import { SECURITY_WORDS } from '../security/security-words.ts'

const WORDS = SECURITY_WORDS.export
const POLL_MS = 1_000

/** A ZIP of all data of the user: asked for, made on the server, fetched by a link that works once. */
export function ExportSection() {
  const [id, setId] = useState<string | null>(null)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: () => withProof(() => api.post('/account/export', undefined, exportBegun)),
      onSuccess: (begun) => begun !== undefined && setId(begun.id),
    },
    queryClient,
  )
  return (
    <Panel title={WORDS.title}>
      <div className="flex flex-col items-start gap-3 p-4">
        <p className="text-13 text-ink-2">{WORDS.about(EXPORT_HOURS)}</p>
        {id !== null && <Progress key={id} id={id} />}
        {error !== null && (
          <p role="alert" className="text-13 text-danger">
            {errorText(error)}
          </p>
        )}
        <Button busy={isPending} onClick={() => mutate()}>
          {id === null ? WORDS.begin : WORDS.again}
        </Button>
      </div>
      {proofDialog}
    </Panel>
  )
}

const isOver = (status: ExportStatus | undefined): boolean => status?.state === 'ready' || status?.state === 'failed'

function Progress({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['account-export', id] as const,
      queryFn: ({ signal }) => api.get(`/account/exports/${id}`, exportStatus, { signal }),
      // Each answer of a whole one has a new link and ends the one before: it is not asked for without need.
      refetchInterval: (query) => (isOver(query.state.data) ? false : POLL_MS),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  )
  const [used, setUsed] = useState<string | null>(null)
  if (error !== null) return <p className="text-13 text-danger">{errorText(error)}</p>
  if (data === undefined) return <p className="text-13 text-ink-2">{WORDS.waiting}</p>
  if (data.state === 'failed') return <p className="text-13 text-danger">{WORDS.failed}</p>
  if (data.state !== 'ready' || data.link === null)
    return (
      <div role="status" className="flex w-full max-w-md flex-col gap-1 text-13 text-ink-2">
        <span>{data.parts === null ? WORDS.waiting : WORDS.progress(data.parts_done, data.parts)}</span>
        <progress className="h-1.5 w-full accent-accent" aria-label={WORDS.title} max={data.parts ?? 1} value={data.parts_done} />
      </div>
    )
  if (used === data.link) return <Button onClick={() => void refetch()}>{WORDS.newLink}</Button>
  const link = data.link
  return (
    // The file is fetched by the browser itself: it may be larger than a page should hold.
    <a className={buttonStyle('primary')} href={link} download="aerie-export.zip" onClick={() => setUsed(link)}>
      {WORDS.download(sizeText(data.bytes ?? 0))}
    </a>
  )
}

const sizeText = (bytes: number): string => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`)
