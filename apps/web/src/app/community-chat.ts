import { publicConfig } from '@aerie/wire/server-info'
import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'

const useUrl = create<{ readonly url: string | null }>(() => ({ url: null }))
let asked = false

/** The community chat group of this server, when its operator has set one (COMMUNITY_CHAT_URL); null until that is known. */
export function useCommunityChat(): string | null {
  useEffect(() => {
    if (asked) return
    asked = true
    // Not needed for the first picture, so it waits until the page has nothing better to do.
    if ('requestIdleCallback' in window) requestIdleCallback(ask, { timeout: 5000 })
    else setTimeout(ask, 1000)
  }, [])
  return useUrl((state) => state.url)
}

function ask(): void {
  api.get('/config', publicConfig, { anonymous: true }).then(
    ({ community_chat_url: url }) => {
      // Only a web address may become a link.
      if (url && /^https?:\/\//i.test(url)) useUrl.setState({ url })
    },
    (error: unknown) => {
      asked = false
      if (!(error instanceof ApiError)) reportError(error)
    },
  )
}
