import { DECIMALS, price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { type FormEvent, useState } from 'react'
import { readInstrument } from '../../../trading/account/instruments.ts'
import { isLong, putStop } from '../../../trading/orders/stops.ts'
import { readTyped } from '../../../trading/ticket/typed-decimal.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import * as WORDS from './positions-words.ts'

type AddStopProps = {
  readonly position: TradingPosition
  readonly orders: ReadonlyMap<string, TradingOrder>
  readonly hasStop: boolean
}

/** Asks for the price of a stop that guards the whole position. */
export function AddStop({ position, orders, hasStop }: AddStopProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="pane-button" onClick={() => setOpen(true)}>
        {hasStop ? WORDS.move : WORDS.addStop}
      </button>
      {isOpen && <StopDialog position={position} orders={orders} onClose={() => setOpen(false)} />}
    </>
  )
}

type StopDialogProps = Omit<AddStopProps, 'hasStop'> & { readonly onClose: () => void }

function StopDialog({ position, orders, onClose }: StopDialogProps) {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const tick = readInstrument(position.symbol)?.tick ?? null
  const typed = readTyped(text, DECIMALS.price)
  const problem = problemOf(typed, tick)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem !== null || typed.kind !== 'value') return
    onClose()
    void putStop(position, orders.values(), price(typed.value))
  }
  return (
    <Dialog title={WORDS.stopFor(position.symbol)} onClose={onClose}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <TextField
          label={WORDS.triggerByMark}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus=""
          hint={WORDS.stopEffect(isLong(position) ? 'falls' : 'rises', position.mark ?? WORDS.notKnown)}
          error={isTried && problem !== null ? problem : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          <Button type="submit" variant="primary">
            {WORDS.setStop}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function problemOf(typed: ReturnType<typeof readTyped>, tick: bigint | null): string | null {
  if (typed.kind === 'wrong') return typed.problem
  if (typed.kind === 'empty' || typed.value <= 0n) return WORDS.enterAPrice
  return tick !== null && typed.value % tick !== 0n ? WORDS.priceStep(priceText(price(tick))) : null
}
