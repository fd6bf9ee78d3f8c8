import type { LayoutSlot } from '@aerie/wire/workspace/layout'
import { useQuery } from '@tanstack/react-query'
import { LayoutGrid } from 'lucide-react'
import { Activity, Suspense } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { changeChannel, channelOf, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { WithinNamedRegion } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { BARE_COINS, coinsQuery } from '../../market/index.ts'
import { closeSlot } from '../workspace-actions.ts'
import { useWorkspace, useWorkspaceState } from '../workspace-context.ts'
import { slotLabel } from './slot-label.ts'

export const useSlot = (id: string): LayoutSlot | undefined =>
  useWorkspaceState(({ layout }) => layout?.slots.find((slot) => slot.id === id))

export function useSlotCoin(slot: Pick<LayoutSlot, 'channel' | 'coin'> | undefined): string {
  const channel = channelOf(slot?.channel ?? null)
  const followed = useViewState(({ channels }) => (channel === null ? null : channels[channel].instrument.symbol))
  return followed ?? slot?.coin ?? 'BTC'
}

export function useSlotLabel(id: string): string {
  const workspace = useWorkspace()
  const slots = useWorkspaceState(({ layout }) => layout?.slots)
  const channels = useViewState((state) => state.channels)
  return slotLabel(workspace, id, { slots: slots ?? [], channels })
}

export function useSelectCoin(slot: Pick<LayoutSlot, 'id' | 'channel'> | undefined): (symbol: string) => void {
  const { changeSlot } = useWorkspace()
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  return (symbol) => {
    if (slot === undefined) return
    const channel = channelOf(slot.channel)
    const label = coins.find((coin) => coin.symbol === symbol)?.name ?? symbol
    if (channel === null) changeSlot(slot.id, { coin: symbol })
    else changeChannel(channel, { instrument: { symbol, label } })
  }
}

type SlotViewProps = {
  readonly id: string
  readonly isVisible: boolean
}

/** While hidden, the slot's effects are undone: no subscriptions, timers or painting. */
export function SlotView({ id, isVisible }: SlotViewProps) {
  const slot = useSlot(id)
  if (slot === undefined) return null
  return (
    <div className="slot" data-slot={id} data-kind={slot.kind} tabIndex={-1}>
      <Activity mode={isVisible ? 'visible' : 'hidden'}>
        <ErrorBoundary key={slot.kind}>
          <Suspense fallback={<SlotSkeleton />}>
            <WithinNamedRegion>
              <Content slot={slot} />
            </WithinNamedRegion>
          </Suspense>
        </ErrorBoundary>
      </Activity>
    </div>
  )
}

function Content({ slot }: { readonly slot: LayoutSlot }) {
  const { kindOf, changeSlot } = useWorkspace()
  const symbol = useSlotCoin(slot)
  const selectCoin = useSelectCoin(slot)
  const kind = kindOf(slot.kind)
  if (kind === undefined) return <UnknownSlot id={slot.id} kind={slot.kind} />
  return (
    <kind.Slot
      id={slot.id}
      channel={channelOf(slot.channel)}
      symbol={symbol}
      selectCoin={selectCoin}
      options={slot.options}
      changeOptions={(options) => changeSlot(slot.id, { options: { ...options } }, { isStep: false })}
    />
  )
}

function UnknownSlot({ id, kind }: { readonly id: string; readonly kind: string }) {
  const workspace = useWorkspace()
  return (
    <EmptyState
      icon={<LayoutGrid size={24} aria-hidden="true" />}
      title="Unknown slot"
      action={<Button onClick={() => closeSlot(workspace, id)}>Close it</Button>}
    >
      {`This version of Aerie does not support the slot “${kind}”. It stays in your layout for a version that does.`}
    </EmptyState>
  )
}

const SlotSkeleton = () => (
  <div role="status" aria-label="Loading" className="flex h-full flex-col gap-2 p-3">
    <Skeleton className="h-6 w-2/3" />
    <Skeleton className="min-h-0 w-full flex-1" />
  </div>
)
