import { timer } from '@aerie/runtime/ticker'
import {
  type AssetsPage,
  assetsPage,
  type assetsRequest,
  type Industry,
  marketStatus,
  PAGE_SIZE,
  type SortKey,
} from '@aerie/wire/market/market'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { isServerReady, onServerChange } from '../../api/server-state.ts'
import { parseJson } from '../../storage/storage.ts'
import { sendRequest, startLive } from '../socket/live-client.ts'
import { advanceMarketTime, setStatus } from './market-status.ts'
import { applyPage } from './quotes.ts'

export type ListRequest = {
  readonly page: number
  readonly industry: Industry | null
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
}

export const DEFAULT_SORT = 'marketCap'
export const DEFAULT_ORDER = 'desc'

export type ListState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly page: AssetsPage }
  /** The server's message is logged to the console, not shown. */
  | { readonly kind: 'failed' }

type AssetsList = {
  readonly request: ListRequest | null
  readonly list: ListState
  /** The page embedded in the HTML, until the server has sent one. */
  readonly booted: AssetsPage | null
}

export const ANSWER_TIMEOUT_MS = 20_000

/** The current page; never changed by ticks. */
export const useAssetsList = create<AssetsList>(() => ({ request: null, list: { kind: 'loading' }, booted: null }))

const answerTimer = timer()

export function useListOf(request: ListRequest): ListState {
  const { page, industry, sort, order } = request
  const current = useAssetsList((state) => state.request)
  const list = useAssetsList((state) => state.list)
  useEffect(() => requestList({ page, industry, sort, order }), [page, industry, sort, order])
  useEffect(startLive, [])
  useEffect(() => leaveList, [])
  return current !== null && answers(current, request) ? list : atFirst(request)
}

export function requestList(request: ListRequest): void {
  const { request: before, list } = useAssetsList.getState()
  if (before !== null && answers(before, request) && list.kind !== 'failed') return
  const first = atFirst(request)
  useAssetsList.setState({ request, list: first })
  if (first.kind === 'loading') expectAnswer()
  sendRequest()
}

const LOADING: ListState = { kind: 'loading' }

function atFirst(request: ListRequest): ListState {
  const { booted } = useAssetsList.getState()
  return booted !== null && answers(booted, request) ? { kind: 'loaded', page: booted } : LOADING
}

export function retryList(): void {
  useAssetsList.setState({ list: { kind: 'loading' } })
  expectAnswer()
  sendRequest()
}

export function leaveList(): void {
  answerTimer.stop()
  useAssetsList.setState({ request: null, list: { kind: 'loading' } })
}

export function receivePage(page: AssetsPage): void {
  const { request } = useAssetsList.getState()
  if (request === null || !answers(page, request)) return
  answerTimer.stop()
  applyPage(page)
  advanceMarketTime(page.as_of)
  useAssetsList.setState({ list: { kind: 'loaded', page }, booted: null })
}

export function failList(): void {
  answerTimer.stop()
  if (useAssetsList.getState().request !== null && isServerReady()) useAssetsList.setState({ list: { kind: 'failed' } })
}

onServerChange((isReady) => {
  const { request, list } = useAssetsList.getState()
  if (request === null || list.kind === 'loaded') return
  if (isReady) retryList()
  else useAssetsList.setState({ list: LOADING })
})

export const toWire = ({ page, industry, sort, order }: ListRequest): z.input<typeof assetsRequest> => ({
  page,
  size: PAGE_SIZE,
  ...(industry === null ? {} : { industry }),
  ...(sort === DEFAULT_SORT && order === DEFAULT_ORDER ? {} : { sort, order }),
})

const boot = z.object({ assets: z.nullable(assetsPage), status: z.nullable(marketStatus) })

/** Reads the rows and status embedded in the page, so that they paint at once. Invalid data is ignored: the socket sends the same soon. */
export function readBoot(): void {
  // public/boot.js detected that the page comes from a cache.
  if ('kept' in document.documentElement.dataset) return
  const text = document.getElementById('aerie-boot')?.textContent
  if (!text) return
  const parsed = z.safeParse(boot, parseJson(text))
  if (!parsed.success) return
  const { assets, status } = parsed.data
  // The page cannot be older than its navigation, however long its scripts took to load.
  if (status !== null) setStatus(status, { day: performance.timeOrigin, monotonic: 0 })
  if (assets === null) return
  applyPage(assets)
  useAssetsList.setState({ booted: assets })
}

const expectAnswer = (): void => answerTimer.start(ANSWER_TIMEOUT_MS, failList)

const answers = (given: ListRequest, asked: ListRequest): boolean =>
  given.page === asked.page && given.industry === asked.industry && given.sort === asked.sort && given.order === asked.order
