import { assetsPage, PAGE_SIZE } from '@aerie/wire/market'
import { serverStatus } from '@aerie/wire/server-info'
import { api } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { failList, type ListRequest, receivePage, useAssetsList } from './assets-list.ts'
import { putStatus, setLink } from './market-status.ts'

/** Rows are asked for this often while no socket gets through. */
export const POLL_EVERY_MS = 5000

let running: AbortController | undefined

/** Asks for the page on show by HTTP until `stopPolling`, at once when the request changes, never in a hidden tab. */
export function startPolling(): void {
  if (running !== undefined) return
  running = new AbortController()
  const { signal } = running
  const timer = setInterval(() => poll(signal), POLL_EVERY_MS)
  const unsubscribe = useAssetsList.subscribe((now, before) => {
    if (now.request !== before.request || (now.list.kind === 'loading' && before.list.kind === 'failed')) poll(signal)
  })
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    unsubscribe()
  })
  poll(signal)
}

/** A socket has got through. */
export function stopPolling(): void {
  running?.abort()
  running = undefined
}

function poll(signal: AbortSignal): void {
  if (document.hidden) return
  pollOnce(signal).catch((error: unknown) => {
    if (signal.aborted) return
    if (!(error instanceof ApiError)) throw error
    setLink('offline')
    if (useAssetsList.getState().list.kind === 'loading') failList()
  })
}

async function pollOnce(signal: AbortSignal): Promise<void> {
  const { request } = useAssetsList.getState()
  const [status, page] = await Promise.all([
    api.get('/status', serverStatus, { signal }),
    request === null ? null : api.get(listPath(request), assetsPage, { signal }),
  ])
  if (signal.aborted) return
  setLink('polling')
  putStatus(status.market)
  if (page !== null) receivePage(page)
}

/** Address of a page by HTTP, with what is the default left out. */
export function listPath({ page, industry, sort, order }: ListRequest): string {
  const query = new URLSearchParams({ page: String(page), size: String(PAGE_SIZE), sort, order })
  if (industry !== null) query.set('industry', industry)
  return `/assets?${query}`
}
