import { publicConfig } from '@aerie/wire/server-info'
import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from '../lib/http/api.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { onServerChange } from '../lib/http/server-state.ts'
import { whenSettled } from '../live/socket/when-settled.ts'

const useUrl = create<{ readonly url: string | null }>(() => ({ url: null }))
let asked = false

/** The community chat group of this server, when its operator has set one (COMMUNITY_CHAT_URL); null until that is known. */
export function useCommunityChat(): string | null {
  useEffect(() => {
    askOnce()
    // A server that was starting refused the first time.
    return onServerChange((isReady) => isReady && askOnce())
  }, [])
  return useUrl((state) => state.url)
}

function askOnce(): void {
  if (asked) return
  asked = true
  void ask()
}

/** Not needed for the first picture: asked for once the page is live. */
async function ask(): Promise<void> {
  await whenSettled()
  try {
    const { community_chat_url: url } = await api.get('/config', publicConfig, { anonymous: true })
    // Only a web address may become a link.
    if (url && /^https?:\/\//i.test(url)) useUrl.setState({ url })
  } catch (error) {
    asked = false
    if (!(error instanceof ApiError)) reportError(error)
  }
}
