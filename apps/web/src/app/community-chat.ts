import { once } from '@aerie/runtime/once'
import { getConfig } from '@aerie/wire/server-info'
import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { onServerChange } from '../platform/api/server-state.ts'
import { whenSettled } from '../platform/live/socket/when-settled.ts'

const useUrl = create<{ readonly url: string | null }>(() => ({ url: null }))

/** The community chat URL of this server (COMMUNITY_CHAT_URL); null if unset or not yet known. */
export function useCommunityChat(): string | null {
  useEffect(() => {
    askUrl()
    return onServerChange((isReady) => isReady && askUrl())
  }, [])
  return useUrl((state) => state.url)
}

const askUrl = (): void => {
  readUrl().catch((error: unknown) => {
    if (!(error instanceof ApiError)) reportError(error)
  })
}

const readUrl = once(async (): Promise<void> => {
  await whenSettled()
  const { community_chat_url: url } = await api(getConfig, { anonymous: true })
  // Only http(s) URLs may become links.
  if (url && /^https?:\/\//i.test(url)) useUrl.setState({ url })
})
