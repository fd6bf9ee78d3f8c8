import { listAssets, PAGE_SIZE } from '@aerie/wire/market/market'
import { getStatus } from '@aerie/wire/server-info'
import { api } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { onServerChange, useServerState } from '../../api/server-state.ts'
import { failList, type ListRequest, receivePage, useAssetsList } from '../market/assets-list.ts'
import { POLL_EVERY_MS, setLink, setStatus } from '../market/market-status.ts'

export const LOOK_EVERY_MS = 2000
/** Timeout: a server that accepts a connection and goes away never ends the request. */
export const ANSWER_WITHIN_MS = 4000

type Listeners = {
  readonly onBack: () => void
  readonly onAnswer: () => void
}

export const { startPolling, stopPolling } = createPolling()

function createPolling() {
  let running: AbortController | undefined

  /** Polls the current page, never in a hidden tab. A new request aborts the previous, so that they do not pile up if the server hangs. */
  function startPolling({ onBack, onAnswer }: Listeners): void {
    if (running !== undefined) return
    running = new AbortController()
    const { signal } = running
    let isAway = false
    let asking: AbortController | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      if (document.hidden) return
      clearTimeout(timer)
      if (useServerState.getState().kind === 'away') {
        setLink('offline')
        isAway = true
        return
      }
      asking?.abort()
      const mine = new AbortController()
      asking = mine
      const isThere = await poll(AbortSignal.any([signal, mine.signal]))
      if (asking !== mine || signal.aborted) return
      if (isThere && isAway) onBack()
      else if (isThere) onAnswer()
      isAway = !isThere
      timer = setTimeout(askNow, isAway ? LOOK_EVERY_MS : POLL_EVERY_MS)
    }
    const askNow = (): void => void ask()
    const unsubscribe = useAssetsList.subscribe((now, before) => {
      if (now.request !== before.request || (now.list.kind === 'loading' && before.list.kind === 'failed')) askNow()
    })
    const unfollow = onServerChange((isReady) => isReady && askNow())
    addEventListener('online', askNow, { signal })
    document.addEventListener('visibilitychange', askNow, { signal })
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      unsubscribe()
      unfollow()
    })
    askNow()
  }

  function stopPolling(): void {
    running?.abort()
    running = undefined
  }

  return { startPolling, stopPolling }
}

async function poll(signal: AbortSignal): Promise<boolean> {
  try {
    await pollOnce(signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    if (!(error instanceof ApiError)) reportError(error)
    setLink('offline')
    if (useAssetsList.getState().list.kind === 'loading') failList()
    return false
  }
}

async function pollOnce(signal: AbortSignal): Promise<void> {
  const { request } = useAssetsList.getState()
  const options = { signal, fresh: true, timeoutMs: ANSWER_WITHIN_MS }
  const [status, page] = await Promise.all([
    api(getStatus, options),
    request === null ? null : api(listAssets, { query: queryOf(request), ...options }),
  ])
  if (signal.aborted) return
  setLink('polling')
  setStatus(status.market)
  if (page !== null) receivePage(page)
}

const queryOf = ({ page, industry, sort, order }: ListRequest) => ({
  page: String(page),
  size: String(PAGE_SIZE),
  sort,
  order,
  industry: industry ?? undefined,
})
