import {
  addPushDevice,
  changeDeliverySettings,
  changeWebhook,
  createWebhook,
  type DELIVERY_STATES,
  deletePushDevice,
  deleteWebhook,
  type deliverySettingsPatch,
  getDeliveryChannels,
  linkTelegram,
  listDeliveries,
  type pushSubscriptionBody,
  resendDelivery,
  rotateWebhook,
  testDeliveryChannel,
  testWebhook,
  unlinkTelegram,
} from '@aerie/wire/alerts/deliveries'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'

export type DeliveryState = (typeof DELIVERY_STATES)[number]

type SettingsPatch = z.input<typeof deliverySettingsPatch>
type PushDevice = z.input<typeof pushSubscriptionBody>

/** @throws ApiError */
export const deliveryCalls = {
  page: (query: { readonly cursor?: string | undefined; readonly state?: DeliveryState | undefined }, signal?: AbortSignal) =>
    api(listDeliveries, { query: { ...query, limit: '50' }, signal, fresh: true }),
  resend: (id: string): Promise<unknown> => api(resendDelivery, { params: { id } }),
  channels: (signal?: AbortSignal) => api(getDeliveryChannels, { signal, fresh: true }),
  change: (body: SettingsPatch) => api(changeDeliverySettings, { body }),
  test: (channel: 'email' | 'telegram' | 'push') => api(testDeliveryChannel, { body: { channel } }),
  linkTelegram: () => api(linkTelegram, {}),
  unlinkTelegram: () => api(unlinkTelegram, {}),
  /** Browsers may leave out fields; the server refuses the subscription then. */
  addPush: (subscription: PushSubscriptionJSON, name: string) => api(addPushDevice, { body: { ...subscription, name } as PushDevice }),
  removePush: (id: string) => api(deletePushDevice, { params: { id } }),
  addWebhook: (url: string) => api(createWebhook, { body: { url } }),
  enableWebhook: (id: string, enabled: boolean) => api(changeWebhook, { params: { id }, body: { enabled } }),
  removeWebhook: (id: string) => api(deleteWebhook, { params: { id } }),
  testWebhook: (id: string) => api(testWebhook, { params: { id } }),
  rotateWebhook: (id: string) => api(rotateWebhook, { params: { id } }),
} as const

export const channelsQuery = queryOptions({
  queryKey: ['deliveries', 'channels'] as const,
  queryFn: ({ signal }) => deliveryCalls.channels(signal),
  staleTime: 60_000,
})
