import { DECIMALS, decimalText, floorDiv, type Price, price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import * as z from 'zod/mini'
import { type readTyped, readTypedPrice } from '../../../platform/browser/typed-decimal.ts'
import { signedAmount } from '../../../platform/format/figures.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { checkedBy, useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { isLong, priceAtTick, priceFrom, readInstrument, setStop, setTakeProfit, sizeFrom } from '../../trading/index.ts'

type StopDialogProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly at?: Price
  readonly onClose: () => void
}

/** Exit of the whole position: a stop, or a take profit if the price is beyond the mark on the profit side. */
export function StopDialog({ position, orders, at, onClose }: StopDialogProps) {
  const tick = readInstrument(position.symbol)?.tick ?? null
  const form = useForm({
    schema: z.object({ trigger: z.string().check(checkedBy((text) => problemOf(readTypedPrice(text), tick))) }),
    initial: { trigger: at === undefined ? '' : priceText(at) },
    send: () => {
      if (to === null) return
      onClose()
      void (isGain ? setTakeProfit : setStop)(position, orders.values(), to)
    },
  })
  const typed = readTypedPrice(form.values.trigger)
  const to = typed.kind === 'value' ? price(typed.value) : null
  const isGain = to !== null && isBeyondMark(position, to)
  return (
    <Dialog title={isGain ? `Take profit for ${position.symbol}` : `Stop for ${position.symbol}`} onClose={onClose}>
      <form {...form.formProps} className="flex flex-col gap-4">
        <TextField
          {...form.field('trigger')}
          label="Trigger (mark price)"
          inputMode="decimal"
          autoComplete="off"
          data-autofocus=""
          hint={hintOf(position, to, isGain)}
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {isGain ? 'Set take profit' : 'Set stop'}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Whether the price is on the profit side of the mark. */
function isBeyondMark(position: TradingPosition, to: Price): boolean {
  const mark = priceFrom(position.mark)
  return mark !== null && (isLong(position) ? to > mark : to < mark)
}

function hintOf(position: TradingPosition, to: Price | null, isGain: boolean): string {
  const moves = isLong(position) === isGain ? 'rises' : 'falls'
  const mark = position.mark === null ? 'not known' : priceAtTick(position.mark, position.symbol)
  const effect = `Closes the whole position at market when the mark price ${moves} to it. Mark price now: ${mark}.`
  const result = to === null ? null : resultAt(position, to)
  return result === null ? effect : `${effect} ${`Result at this price: ${signedAmount(result)} USDC, before fees.`}`
}

/** PnL of closing the whole position at a price. */
function resultAt(position: TradingPosition, to: Price): string | null {
  const [entry, held] = [priceFrom(position.entry), sizeFrom(position.size.replace('-', ''))]
  if (entry === null || held === null) return null
  const result = (isLong(position) ? 1n : -1n) * (to - entry) * held
  return decimalText(floorDiv(result, 10n ** BigInt(DECIMALS.price + DECIMALS.size - DECIMALS.usdc)), DECIMALS.usdc)
}

function problemOf(typed: ReturnType<typeof readTyped>, tick: bigint | null): string | null {
  if (typed.kind === 'wrong') return typed.problem
  if (typed.kind === 'empty' || typed.value <= 0n) return 'Enter a price.'
  return tick !== null && typed.value % tick !== 0n ? `The price step is ${priceText(price(tick))}.` : null
}
