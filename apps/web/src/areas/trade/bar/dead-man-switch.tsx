import type { ScheduledCancel } from '@aerie/wire/trading/trading-account'
import { TimerReset } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useMarketClock, useMarketState } from '../../../platform/live/market/market-status.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import {
  dropDeadMan,
  isRenewable,
  keepDeadManAlive,
  NO_TRADING_TEXT,
  setDeadMan,
  useNoTrading,
  useTradingState,
} from '../../trading/index.ts'
import { BarSwitch } from '../buttons.tsx'

/** Dead man's switch: cancels the orders of an absent user. */
export function DeadManSwitch({ open }: { readonly open?: readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] }) {
  const scheduled = useTradingState(({ view }) => view?.account.scheduled_cancel ?? null)
  const own = useState(false)
  const [isOpen, setOpen] = open ?? own
  useEffect(keepDeadManAlive, [])
  return (
    <>
      <BarSwitch
        data-dead-man=""
        data-on={scheduled === null ? undefined : ''}
        aria-label={scheduled === null ? 'Dead-man switch: off' : 'Dead-man switch: on'}
        aria-haspopup="dialog"
        title="Cancels your orders when Trade is not open or not connected for the time you choose. Positions stay open. Trade renews it while it is open in any leading window."
        onClick={() => setOpen(true)}
      >
        <TimerReset size={14} aria-hidden="true" className="max-md:hidden" />
        {scheduled === null ? 'Dead-man' : <TimeLeft at={scheduled.at} />}
      </BarSwitch>
      {isOpen && <DeadManDialog scheduled={scheduled} onClose={() => setOpen(false)} />}
    </>
  )
}

function TimeLeft({ at }: { readonly at: string }) {
  const now = useMarketClock()
  return (
    <span translate="no" className="num">
      {now === null ? '' : clockText(Math.max(0, Date.parse(at) - now))}
    </span>
  )
}

/** Minutes and seconds, rounded up. */
function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const CHOICES = [
  [30, '30 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [900, '15 minutes'],
] as const

type DialogProps = { readonly scheduled: ScheduledCancel | null; readonly onClose: () => void }

const switchForm = z.object({ seconds: z.number(), keep_reduce_only: z.boolean() })

function DeadManDialog({ scheduled, onClose }: DialogProps) {
  const speed = useMarketState(({ status }) => status?.speed ?? 1)
  const refusal = useNoTrading()
  const form = useForm({
    schema: switchForm,
    initial: { seconds: scheduled?.seconds ?? 60, keep_reduce_only: scheduled?.keep_reduce_only ?? true },
    send: (next) => {
      if (refusal !== null || !isRenewable(next.seconds, speed)) return
      onClose()
      void setDeadMan(next)
    },
  })
  const { seconds, keep_reduce_only } = form.values
  const reason = refusal === null ? (isRenewable(seconds, speed) ? undefined : tooFast(String(speed))) : NO_TRADING_TEXT[refusal]
  return (
    <Dialog
      title="Dead-man switch"
      description="Cancels your orders when Trade is not open or not connected for the time you choose. Positions stay open. Trade renews it while it is open in any leading window."
      onClose={onClose}
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium text-13">Cancel after</legend>
          {CHOICES.map(([each, label]) => (
            <label key={each} className="flex min-h-6 items-center gap-2 text-13">
              <input
                type="radio"
                name="seconds"
                className="accent-accent"
                checked={each === seconds}
                data-autofocus={each === seconds ? '' : undefined}
                onChange={() => form.set('seconds', each)}
              />
              {label}
              {!isRenewable(each, speed) && <span className="text-12 text-ink-2">{tooFast(String(speed))}</span>}
            </label>
          ))}
          {speed !== 1 && <p className="text-12 text-ink-2">{`By the market's clock, which now runs at ${String(speed)}x.`}</p>}
        </fieldset>
        <label className="flex items-center gap-2 text-13">
          <input
            type="checkbox"
            className="accent-accent"
            checked={keep_reduce_only}
            onChange={({ target }) => form.set('keep_reduce_only', target.checked)}
          />
          Keep orders that only reduce a position, such as stops
        </label>
        <DialogButtons {...{ scheduled, onClose, reason }} />
      </form>
    </Dialog>
  )
}

function DialogButtons({ scheduled, onClose, reason }: DialogProps & { readonly reason: string | undefined }) {
  const turnOff = () => {
    onClose()
    void dropDeadMan()
  }
  return (
    <footer className="flex justify-end gap-2">
      {scheduled === null ? <Button onClick={onClose}>Cancel</Button> : <Button onClick={turnOff}>Turn off</Button>}
      <Button type="submit" variant="primary" disabledReason={reason}>
        {scheduled === null ? 'Turn on' : 'Change'}
      </Button>
    </footer>
  )
}

const tooFast = (speed: string) => `Too short to renew at ${speed}x.`
