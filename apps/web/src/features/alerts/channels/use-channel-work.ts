import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useState } from 'react'
import { channelsQuery } from '../../../alerts/delivery-calls.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { notify } from '../../../ui/states/toast.ts'

/** Puts the channels as the server answered them in place of those known. A reading that is on its way is older, and given up. */
export const takeChannels = (channels: DeliveryChannels): void => {
  void queryClient.cancelQueries({ queryKey: channelsQuery.queryKey })
  queryClient.setQueryData(channelsQuery.queryKey, channels)
}

/** Reads the channels again after a call that does not answer with them. */
export const readChannels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey })

type ChannelWork = {
  readonly isBusy: boolean
  /** Does something about a channel, once at a time, and says why where it fails. */
  readonly run: (what: string, work: () => Promise<unknown>) => void
}

/** Work on a channel: whether it goes on, and words where it fails. */
export function useChannelWork(wordsOf: (error: unknown) => string = errorText): ChannelWork {
  const [isBusy, setBusy] = useState(false)
  const run = (what: string, work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    work()
      .catch((error: unknown) => notify('error', `${what}: ${wordsOf(error)}`, { multiple: true }))
      .finally(() => setBusy(false))
  }
  return { isBusy, run }
}

/** Says what came of a test message. */
export function tellTest({ ok, detail }: { readonly ok: boolean; readonly detail: string }): void {
  notify(ok ? 'success' : 'error', ok ? `The test message was sent. ${detail}` : `The test message did not get through. ${detail}`)
}
