import type { DeliveryChannels } from '@aerie/wire/alerts/deliveries'
import { useState } from 'react'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { channelsQuery } from '../delivery-calls.ts'

/** Stores the server's answer and cancels pending fetches, whose data is older. */
export const takeChannels = (channels: DeliveryChannels): void => {
  void queryClient.cancelQueries({ queryKey: channelsQuery.queryKey })
  queryClient.setQueryData(channelsQuery.queryKey, channels)
}

/** For calls that do not return the channels. */
export const readChannels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey })

type ChannelWork = {
  readonly isBusy: boolean
  /** Runs one change at a time and reports failures. */
  readonly run: (what: string, work: () => Promise<unknown>) => void
}

export function useChannelWork(messageOf: (error: unknown) => string = errorText): ChannelWork {
  const [isBusy, setBusy] = useState(false)
  const run = (what: string, work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    work()
      .catch((error: unknown) => notify('error', `${what}: ${messageOf(error)}`, { multiple: true }))
      .finally(() => setBusy(false))
  }
  return { isBusy, run }
}

export function notifyTestResult({ ok, detail }: { readonly ok: boolean; readonly detail: string }): void {
  notify(ok ? 'success' : 'error', ok ? `The test message was sent. ${detail}` : `The test message did not get through. ${detail}`)
}
