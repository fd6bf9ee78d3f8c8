import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useState } from 'react'
import * as z from 'zod/mini'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { readWhole, TIMES, typedUsdc } from '../../../platform/browser/typed-decimal.ts'
import { amountFigure, DASH } from '../../../platform/format/figures.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { checkedBy, useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { moveMargin, priceAtTick, readInstrument, setLeverage, useBusy, useTradingState } from '../../trading/index.ts'

type MarginDialogProps = { readonly position: TradingPosition; readonly onClose: () => void }

export function MarginDialog({ position: opened, onClose }: MarginDialogProps) {
  // Shows the current position; closes with it.
  const position = useTradingState(({ view }) => view?.positions.get(opened.symbol))
  return (
    <Dialog title={`Margin of ${opened.symbol}`} onClose={onClose}>
      {position === undefined ? (
        <p role="status">The position was closed.</p>
      ) : (
        <>
          <Facts position={position} />
          <LeverageForm position={position} onDone={onClose} />
          {position.mode === 'isolated' ? (
            <MarginForm symbol={position.symbol} onDone={onClose} />
          ) : (
            <p className="text-12 text-ink-2">
              A cross position is backed by the whole account: it has no margin of its own, and its leverage does not move its liquidation.
            </p>
          )}
          <p className="text-12 text-ink-2">The margin mode can be changed when this coin has no position and no open orders.</p>
        </>
      )}
    </Dialog>
  )
}

function Facts({ position: { symbol, mode, margin, liquidation_price, mark } }: { readonly position: TradingPosition }) {
  const free = useTradingState(({ view }) => view?.account.free_margin ?? null)
  const liquidation = liquidation_price === null ? (mark === null ? DASH : 'none') : priceAtTick(liquidation_price, symbol)
  return (
    <dl className="num flex flex-wrap gap-x-6 gap-y-1 text-12">
      {[
        ['Margin mode', mode === 'isolated' ? 'Isolated' : 'Cross'],
        ['Margin', `${amountFigure(margin)} USDC`],
        ['Free margin', `${amountFigure(free)} USDC`],
        ['Liquidation', liquidation],
      ].map(([title, text]) => (
        <div key={title} className="flex gap-2">
          <dt className="text-ink-2">{title}</dt>
          <dd translate="no">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function LeverageForm({ position, onDone }: { readonly position: TradingPosition; readonly onDone: () => void }) {
  const { symbol, mode: margin } = position
  const isBusy = useBusy(({ of }) => of.has(symbol))
  const most = Number(readInstrument(symbol)?.maxLeverage ?? 0n)
  const range = { least: 1, most: most > 0 ? most : Number.POSITIVE_INFINITY, units: TIMES }
  const problem = `A whole number from 1 to ${most > 0 ? most : 'what the market allows'}.`
  const form = useForm({
    schema: z.object({ leverage: z.string().check(checkedBy((text) => (readWhole(text, range) === null ? problem : null))) }),
    initial: { leverage: String(position.leverage) },
    isCheckedAsTyped: true,
    send: async (typed) => {
      const leverage = readWhole(typed.leverage, range)
      if (leverage !== null && (await setLeverage(symbol, { leverage, margin }))) onDone()
    },
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-3" aria-label="Leverage">
      <div className="flex items-start gap-2">
        <TextField
          {...form.field('leverage')}
          label="Leverage"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus=""
          hint="Higher leverage uses less margin. Open orders of this coin change with it."
        />
      </div>
      <Button type="submit" variant="primary" busy={isBusy} className="self-end">
        Set leverage
      </Button>
    </form>
  )
}

const newIds = () => ({ add: newUuid(), take: newUuid() })

const marginForm = z.object({ amount: typedUsdc, way: z.enum(['add', 'take']) })
const NO_AMOUNT: z.input<typeof marginForm> = { amount: '', way: 'add' }

function MarginForm({ symbol, onDone }: { readonly symbol: string; readonly onDone: () => void }) {
  const isBusy = useBusy(({ of }) => of.has(symbol))
  // Idempotency: the same amount reuses the id, so a retry acts once. A refusal creates a new id.
  const [ids, setIds] = useState(newIds)
  const form = useForm({
    schema: marginForm,
    initial: NO_AMOUNT,
    send: async ({ amount, way }) => {
      const renewId = () => setIds((now) => ({ ...now, [way]: newUuid() }))
      if (await moveMargin(symbol, { amount: way === 'add' ? amount : `-${amount}`, client_id: ids[way] }, renewId)) onDone()
    },
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-3" aria-label="Isolated margin">
      <TextField
        {...form.field('amount')}
        label="Amount (USDC)"
        inputMode="decimal"
        autoComplete="off"
        hint="More margin moves liquidation further away. The initial margin cannot be removed."
        onChange={({ target }) => {
          form.set('amount', target.value)
          setIds(newIds())
        }}
      />
      <span className="flex justify-end gap-2">
        <Button busy={isBusy} onClick={() => form.submit({ ...form.values, way: 'take' })}>
          Remove
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          Add
        </Button>
      </span>
    </form>
  )
}
