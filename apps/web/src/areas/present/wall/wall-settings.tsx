import { CHANGE_SPANS, COIN_COUNTS, MOST_CHARTS, PRESENT_SCENES, type Present, SCENE_SECONDS } from '@aerie/wire/market/present'
import { X } from 'lucide-react'
import { useState } from 'react'
import { readWhole } from '../../../platform/browser/typed-decimal.ts'
import type { UserDocument } from '../../../platform/documents/use-document.ts'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SaveStatus } from '../../workspace/index.ts'
import { spanLabels } from '../messages.ts'
import type { WakeLockState } from '../wake-lock.ts'
import { SCENE_LABELS } from './steps.ts'

type WallSettingsProps = {
  readonly document: UserDocument<'present'>
  readonly settings: Present
  readonly coins: readonly BoardCoin[]
  readonly wakeLock: WakeLockState
  readonly onClose: () => void
}

const AWAKE_TEXT: Readonly<Record<WakeLockState, string>> = {
  on: 'The screen stays awake while the wallboard is open.',
  off: 'The screen may go to sleep: the browser did not keep it awake.',
  unsupported: 'This browser cannot keep the screen awake. Change the sleep settings of this device instead.',
}

/** Changes apply immediately and are saved for the user. */
export function WallSettings({ document, settings, coins, wakeLock, onClose }: WallSettingsProps) {
  const change = (next: Partial<Present>) => document.change((old) => ({ ...old, ...next }))
  const { scenes, spans, basis, sizing, grouped, seconds, charts } = settings
  return (
    <Dialog title="Wallboard settings" description={AWAKE_TEXT[wakeLock]} isWide onClose={onClose}>
      <div className="wall-settings">
        <Choices title="Scenes">
          {PRESENT_SCENES.map((scene) => (
            <Tick
              key={scene}
              label={SCENE_LABELS[scene]}
              isOn={scenes.includes(scene)}
              isLast={scenes.length === 1}
              onChange={(isOn) => change({ scenes: PRESENT_SCENES.filter((each) => (each === scene ? isOn : scenes.includes(each))) })}
            />
          ))}
        </Choices>
        <Choices title="Pace">
          <SecondsField seconds={seconds} onChange={(next) => change({ seconds: next })} />
        </Choices>
        <Choices title="Heat map colour">
          {CHANGE_SPANS.map((span) => (
            <Choice
              key={span}
              name="basis"
              label={changeOver(spanLabels[span])}
              isOn={basis === span}
              onChoose={() => change({ basis: span })}
            />
          ))}
        </Choices>
        <Choices title="Tile size">
          <Choice name="sizing" label="Market cap" isOn={sizing === 'cap'} onChoose={() => change({ sizing: 'cap' })} />
          <Choice name="sizing" label="Same size" isOn={sizing === 'even'} onChoose={() => change({ sizing: 'even' })} />
          <Tick label="Keep industries together" isOn={grouped} onChange={(isOn) => change({ grouped: isOn })} />
        </Choices>
        <Choices title="Coins on heat map and ticker">
          {COIN_COUNTS.map((count) => (
            <Choice
              key={count}
              name="coins"
              label={`Largest ${count}`}
              isOn={settings.coins === count}
              onChoose={() => change({ coins: count })}
            />
          ))}
        </Choices>
        <Choices title="Movers period">
          {CHANGE_SPANS.map((span) => (
            <Tick
              key={span}
              label={spanLabels[span]}
              isOn={spans.includes(span)}
              isLast={spans.length === 1}
              onChange={(isOn) => change({ spans: CHANGE_SPANS.filter((each) => (each === span ? isOn : spans.includes(each))) })}
            />
          ))}
        </Choices>
        <Choices title="Charts">
          <ChartCoins charts={charts} coins={coins} onChange={(next) => change({ charts: next })} />
        </Choices>
      </div>
      <SaveStatus {...document} always />
    </Dialog>
  )
}

const Choices = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

type TickProps = {
  readonly label: string
  readonly isOn: boolean
  readonly isLast?: boolean
  readonly onChange: (isOn: boolean) => void
}

function Tick({ label, isOn, isLast = false, onChange }: TickProps) {
  const stays = isOn && isLast
  return (
    <label title={stays ? 'At least one is needed.' : undefined}>
      <input
        type="checkbox"
        checked={isOn}
        aria-disabled={stays || undefined}
        onChange={(event) => {
          if (!stays) onChange(event.target.checked)
        }}
      />
      {label}
      {stays && <span className="text-12 text-ink-3">at least one is needed</span>}
    </label>
  )
}

type ChoiceProps = { readonly name: string; readonly label: string; readonly isOn: boolean; readonly onChoose: () => void }

const Choice = ({ name, label, isOn, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name={name} checked={isOn} onChange={onChoose} />
    {label}
  </label>
)

const changeOver = (text: string) => `Change over ${text}`

const { least, most } = SCENE_SECONDS

/** Invalid input stays in the field; only whole numbers within the bounds are applied. */
function SecondsField({ seconds, onChange }: { readonly seconds: number; readonly onChange: (next: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(seconds)
  const isGood = secondsOf(shown) !== null
  return (
    <TextField
      label="Seconds per scene"
      hint={`${least} to ${most}`}
      error={isGood ? undefined : `A whole number from ${least} to ${most}.`}
      inputMode="numeric"
      value={shown}
      onChange={({ target: { value } }) => {
        setTyped(value)
        const next = secondsOf(value)
        if (next !== null) onChange(next)
      }}
      onBlur={() => isGood && setTyped(null)}
    />
  )
}

const secondsOf = (text: string): number | null => readWhole(text, { least, most })

type ChartCoinsProps = {
  readonly charts: readonly string[]
  readonly coins: readonly BoardCoin[]
  readonly onChange: (next: string[]) => void
}

function ChartCoins({ charts, coins, onChange }: ChartCoinsProps) {
  const others = coins.filter(({ symbol }) => !charts.includes(symbol))
  return (
    <>
      <ul className="wall-chart-coins" aria-label="Coins with a chart">
        {charts.map((symbol) => (
          <li key={symbol}>
            {symbol}
            {charts.length > 1 && (
              <button type="button" aria-label={`Remove ${symbol}`} onClick={() => onChange(charts.filter((each) => each !== symbol))}>
                <X size={14} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {charts.length < MOST_CHARTS ? (
        <label className="flex-col items-start">
          Add a coin
          <select value="" onChange={({ target: { value } }) => value !== '' && onChange([...charts, value])}>
            <option value="">Choose…</option>
            {others.map(({ symbol, name }) => (
              <option key={symbol} value={symbol}>
                {symbol} · {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="text-12 text-ink-2">{`At most ${MOST_CHARTS} coins.`}</p>
      )}
    </>
  )
}
