import {
  type DELIVERY_STATES,
  deliveriesPage,
  deliveryChannels,
  deliveryTest,
  telegramLink,
  webhookCreated,
} from '@aerie/wire/alerts/deliveries'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../platform/api/api.ts'
import { queryPath } from './alert-calls.ts'

export type DeliveryState = (typeof DELIVERY_STATES)[number]

type SettingsPatch = {
  readonly quiet_hours?: { readonly from: string; readonly to: string; readonly timezone: string } | null
  readonly mail_digest?: 'each' | 'hourly' | 'daily'
  readonly mail_wanted?: boolean
}

const ofWebhook = (id: string): string => `/webhooks/${encodeURIComponent(id)}`

/** Every call that changes channels returns all of them. @throws ApiError */
export const deliveryCalls = {
  page: (query: { readonly cursor?: string | undefined; readonly state?: DeliveryState | undefined }, signal?: AbortSignal) =>
    api.page(queryPath('/deliveries', { ...query, limit: '50' }), deliveriesPage, { signal, fresh: true }),
  resend: (id: string) => api.post(`/deliveries/${encodeURIComponent(id)}/resend`, {}, z.unknown()),
  channels: (signal?: AbortSignal) => api.get('/deliveries/channels', deliveryChannels, { signal, fresh: true }),
  change: (patch: SettingsPatch) => api.patch('/deliveries/settings', patch, deliveryChannels),
  test: (channel: 'email' | 'telegram' | 'push') => api.post('/deliveries/test', { channel }, deliveryTest),
  linkTelegram: () => api.post('/deliveries/telegram', {}, telegramLink),
  unlinkTelegram: () => api.delete('/deliveries/telegram', deliveryChannels),
  addPush: (subscription: PushSubscriptionJSON, name: string) => api.post('/deliveries/push', { ...subscription, name }, deliveryChannels),
  removePush: (id: string) => api.delete(`/deliveries/push/${encodeURIComponent(id)}`, deliveryChannels),
  addWebhook: (url: string) => api.post('/webhooks', { url }, webhookCreated),
  enableWebhook: (id: string, enabled: boolean) => api.patch(ofWebhook(id), { enabled }, z.unknown()),
  removeWebhook: (id: string) => api.delete(ofWebhook(id), z.unknown()),
  testWebhook: (id: string) => api.post(`${ofWebhook(id)}/test`, {}, deliveryTest),
  rotateWebhook: (id: string) => api.post(`${ofWebhook(id)}/rotate`, {}, webhookCreated),
} as const

export const channelsQuery = queryOptions({
  queryKey: ['deliveries', 'channels'] as const,
  queryFn: ({ signal }) => deliveryCalls.channels(signal),
  staleTime: 60_000,
})
