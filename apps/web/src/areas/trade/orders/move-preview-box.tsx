import { price, priceText } from '@aerie/core/numbers/units'
import { type ReactNode, useEffect, useId } from 'react'
import { create } from 'zustand'
import { useBookState } from '../../../platform/live/market/book.ts'
import { cx } from '../../../ui/cx.ts'
import { movedPrice, movePreview, Price, priceOfNumber, useMoving, useTradingState, wouldTrade } from '../../trading/index.ts'
import { orderText } from './order-row.tsx'

function middleOf(symbol: string) {
  const book = useBookState.getState().snapshots.get(symbol)
  const [bid, ask] = [priceOfNumber(book?.bids[0]?.[0]), priceOfNumber(book?.asks[0]?.[0])]
  return bid === null || ask === null ? null : price((bid + ask) / 2n)
}

/** Effect of a pending move, by drag or by arrow keys, before it is sent. */
export function MovePreviewBox({ isPreferred = false }: { readonly isPreferred?: boolean }) {
  const isHost = useIsSoleHost('preview', isPreferred)
  const moving = useMoving((state) => state.moving)
  const view = useTradingState((state) => state.view)
  const from = moving === null ? null : movedPrice(moving.order)
  if (!isHost || moving === null || from === null || view === null) return null
  const { order, to, isDragged } = moving
  const facts = { position: view.positions.get(order.symbol) ?? null, orders: [...view.orders.values()], middle: middleOf(order.symbol) }
  return (
    <section
      aria-label="Effect of the move"
      className={cx(
        'num bg-surface-2 px-3 py-2 text-12',
        isPreferred ? 'pointer-events-none absolute top-22 right-22 z-2 rounded-md border border-line-strong' : 'border-line border-t',
      )}
    >
      <p>
        <strong>{orderText(order)}</strong> <Price of={priceText(from)} symbol={order.symbol} /> →{' '}
        <Price of={priceText(to)} symbol={order.symbol} />
      </p>
      <dl>
        {movePreview(order, { from, to }, facts).map(({ title, before, after }) => (
          <Effect key={title} title={title}>
            {before} → {after}
          </Effect>
        ))}
        {facts.position?.liquidation_price != null && (
          <Effect title="Liquidation">
            <Price of={facts.position.liquidation_price} symbol={order.symbol} />, moved only by a fill
          </Effect>
        )}
      </dl>
      {wouldTrade(order, to) && <p className="text-warning">It would trade at once.</p>}
      <p className="text-ink-3">{isDragged ? 'Release to send, Escape to cancel.' : 'Enter to send, Escape to cancel.'}</p>
    </section>
  )
}

const Effect = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-4 leading-5">
    <dt className="text-ink-2">{title}</dt>
    <dd>{children}</dd>
  </div>
)

const useHosts = create<{ readonly of: Readonly<Record<string, readonly string[]>> }>(() => ({ of: {} }))

const change = (what: string, next: (ids: readonly string[]) => readonly string[]): void =>
  useHosts.setState(({ of }) => ({ of: { ...of, [what]: next(of[what] ?? []) } }))

/**
 * Whether the caller is the only host that renders this content: avoids overlapping dialogs and duplicate region names.
 * @param isPreferred goes before the existing hosts
 */
export function useIsSoleHost(what: string, isPreferred = false): boolean {
  const id = useId()
  useEffect(() => {
    change(what, (ids) => (isPreferred ? [id, ...ids] : [...ids, id]))
    return () => change(what, (ids) => ids.filter((each) => each !== id))
  }, [what, id, isPreferred])
  return useHosts(({ of }) => of[what]?.[0] === id)
}
