import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { ChoiceButton } from '../buttons.tsx'
import { liveTimeLabels, liveTypeLabels } from '../messages.ts'
import { SideChoice, TicketInput, ticketSelect } from '../ticket/ticket-field.tsx'
import { hasTrigger, isTaking, type LiveDraft, type LiveReading, timesOf } from './read-live.ts'

type PartProps = { readonly draft: LiveDraft; readonly change: (part: Partial<LiveDraft>) => void }
type FieldsProps = PartProps & { readonly problems: LiveReading['problems']; readonly base: string }

const QUICK = ['limit', 'market'] as const
const MORE = ['stop', 'stop_limit', 'take_profit', 'take_profit_limit'] as const

/** Defaults of an order type: trigger orders are usually reduce-only. */
const typed = (type: LiveDraft['type']): Partial<LiveDraft> => ({
  type,
  isReduceOnly: hasTrigger(type),
  timeInForce: isTaking(type) ? 'ioc' : 'gtc',
})

export const LiveFields = ({ draft, change, problems, base }: FieldsProps) => (
  <>
    <SideChoice name="live-side" side={draft.side} onChange={(side) => change({ side })} />
    <Types draft={draft} change={change} />
    {hasTrigger(draft.type) && (
      <TicketInput
        label="Trigger (index)"
        name="live-trigger"
        value={draft.trigger}
        unit="USDT"
        problem={problems.trigger}
        onChange={(trigger) => change({ trigger })}
      />
    )}
    <TicketInput
      label={isTaking(draft.type) ? 'Worst price' : 'Price'}
      name="live-price"
      value={draft.price}
      unit="USDT"
      problem={problems.price}
      onChange={(price) => change({ price })}
    />
    <TicketInput
      label="Size"
      name="live-size"
      value={draft.size}
      unit={base}
      problem={problems.size}
      onChange={(size) => change({ size })}
    />
    {hasTrigger(draft.type) && <p className="text-12 text-ink-2">{triggerAbout[draft.type.startsWith('stop') ? 'stop' : 'take_profit']}</p>}
    <Options draft={draft} change={change} />
  </>
)

function Types({ draft, change }: PartProps) {
  const other = MORE.find((type) => type === draft.type)
  return (
    <fieldset className="grid grid-cols-[auto_auto_1fr] gap-1">
      <legend className="sr-only">Order type</legend>
      {QUICK.map((type) => (
        <ChoiceButton key={type} isChosen={draft.type === type} onClick={() => change(typed(type))}>
          {liveTypeLabels[type]}
        </ChoiceButton>
      ))}
      <select
        aria-label="Other order types"
        className={cx(ticketSelect, 'data-chosen:bg-surface-3 data-chosen:font-semibold')}
        value={other ?? ''}
        data-chosen={other !== undefined || undefined}
        onChange={({ target }) => change(typed(MORE.find((type) => type === target.value) ?? 'limit'))}
      >
        <option value="" disabled>
          Stop or take profit
        </option>
        {MORE.map((type) => (
          <option key={type} value={type}>
            {liveTypeLabels[type]}
          </option>
        ))}
      </select>
    </fieldset>
  )
}

const CHECK = 'flex min-h-6 items-center gap-1.5 text-ink-2 pointer-coarse:min-h-11'

function Options({ draft, change }: PartProps) {
  const times = timesOf(draft.type)
  const chosen = times.find((time) => time === draft.timeInForce) ?? 'ioc'
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        aria-label="Time in force"
        className={ticketSelect}
        value={chosen}
        options={times.map((time) => [time, liveTimeLabels[time]])}
        onChange={(timeInForce) => change({ timeInForce })}
      />
      <div className="flex gap-4">
        {draft.type === 'limit' && draft.timeInForce === 'gtc' && (
          <label className={CHECK}>
            <input type="checkbox" checked={draft.isPostOnly} onChange={({ target }) => change({ isPostOnly: target.checked })} />
            Post-only
          </label>
        )}
        <label className={CHECK}>
          <input type="checkbox" checked={draft.isReduceOnly} onChange={({ target }) => change({ isReduceOnly: target.checked })} />
          Reduce-only
        </label>
      </div>
    </div>
  )
}

const triggerAbout = {
  stop: 'Sent to the market once the index reaches the trigger against you.',
  take_profit: 'Sent to the market once the index reaches the trigger in your favour.',
}
