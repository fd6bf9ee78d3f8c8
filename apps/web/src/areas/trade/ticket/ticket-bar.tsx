import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { chooseSide, useTicket } from '../../trading/index.ts'
import type { CompanionBarProps } from '../../workspace/index.ts'

/** On a phone: opens the ticket below the chart on the side pressed, and closes it. */
export function TicketBar({ symbol, isOpen, onOpen, onClose }: CompanionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it decides which buttons there are
  useEffect(() => {
    // The pressed button is gone. The fields do not get the focus, as the keyboard would cover the ticket.
    if (isPressed.current) bar.current?.querySelector('button')?.focus()
    isPressed.current = false
  }, [isOpen])
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  useEffect(() => {
    if (isFilled(useTicket.getState())) open.current()
    // A chart, a book or the agent filled it in.
    return useTicket.subscribe((now, before) => {
      if ((isFilled(now) && !isFilled(before)) || (now.draft.price !== before.draft.price && now.draft.price !== '')) open.current()
    })
  }, [])
  const press = (act: () => void) => {
    isPressed.current = true
    act()
  }
  if (isOpen) {
    return (
      <div ref={bar} className="ticket-bar relative z-1 flex h-0 justify-end">
        <button
          type="button"
          className="grid size-11 flex-none place-items-center rounded-md border border-transparent text-ink-2"
          aria-label="Close the ticket"
          title="Close the ticket"
          onClick={() => press(onClose)}
        >
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      </div>
    )
  }
  return (
    <div ref={bar} className="ticket-bar flex gap-2 bg-surface-1 px-3 py-1.5">
      {(['buy', 'sell'] as const).map((side) => (
        <button
          key={side}
          type="button"
          className={cx(
            'min-h-11 flex-1 rounded-md border font-semibold text-13 text-surface-1',
            side === 'buy' ? 'border-up bg-up' : 'border-down bg-down',
          )}
          onClick={() => {
            chooseSide(symbol, side)
            press(onOpen)
          }}
        >
          {`${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}`}
        </button>
      ))}
    </div>
  )
}

const isFilled = ({ filledBy }: { readonly filledBy: string | null }): boolean => filledBy !== null
