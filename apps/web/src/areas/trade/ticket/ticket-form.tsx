import { equityShareOf, SIZE_UNITS, type SizeUnit } from '@aerie/core/market/order-size'
import { notionalOf, type Price, type Size, sizeText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { recordKeys } from '@aerie/core/record-keys'
import type { BookSnapshot } from '@aerie/wire/market/charts'
import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { type FormEvent, memo, useMemo, useRef, useState } from 'react'
import { readWhole, TIMES } from '../../../platform/browser/typed-decimal.ts'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { useBookPart, useBookState } from '../../../platform/live/market/book.ts'
import { ageMs, isStalePrice, useIsWithoutPrices, useMarketClock, useMarketState } from '../../../platform/live/market/market-status.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { useUnchanged } from '../../../ui/hooks/use-unchanged.ts'
import { Spinner } from '../../../ui/states/progress.tsx'
import { isPredicted } from '../../forecast/index.ts'
import { SyntheticNote } from '../../market/index.ts'
import {
  accountText,
  changeTicket,
  clearTicket,
  heldSetting,
  type InstrumentTerms,
  NO_TRADING_TEXT,
  ORDER_KINDS,
  ORDER_TYPES,
  type Problems,
  readTicket,
  sendOrder,
  type TicketDraft,
  type TicketReading,
  type TicketTerms,
  useNoTrading,
  usePreview,
  useTicket,
  useTicketTerms,
  useTradingState,
} from '../../trading/index.ts'
import { ChoiceButton } from '../buttons.tsx'
import { SideChoice, TicketInput, TicketLine, ticketSelect, unitSelect } from './ticket-field.tsx'
import { TicketForecast } from './ticket-forecast.tsx'
import { TicketOptions } from './ticket-options.tsx'
import { TicketPreview, TicketSummary } from './ticket-preview.tsx'
import { TicketPrices } from './ticket-prices.tsx'
import { LiquidationWarning, TicketRisk, useTicketRisk } from './ticket-risk.tsx'

type TicketFormProps = { readonly instrument: TradingInstrument; readonly terms: InstrumentTerms }

export function TicketForm({ instrument, terms: allowed }: TicketFormProps) {
  const { draft, filledBy, alert } = useTicket()
  const terms = useTicketTerms(allowed)
  const reading = readTicket(draft, terms)
  const preview = usePreview(reading.order)
  const refusal = useNoTrading()
  const trouble = useFeedTrouble(instrument.symbol)
  const risk = useTicketRisk({ draft, reading, terms, preview })
  const { isSending, isTried, submit, message } = useSubmit(reading, risk.refusal)
  // Keeps the same object while nothing differs, so that a fill does not re-render the fields.
  const problems = useUnchanged(isTried ? reading.problems : shownProblems(reading.problems, draft))
  const { bestBid, bestAsk } = terms
  const quoted = useMemo(() => ({ instrument: allowed, bestBid, bestAsk }), [allowed, bestBid, bestAsk])
  const fields = { draft, terms: quoted, problems }
  const reason = refusal === null ? (firstOf(reading.problems) ?? risk.refusal) : NO_TRADING_TEXT[refusal]
  return (
    <form
      className="ticket flex h-full min-h-0 flex-col text-12"
      aria-label={`Order ticket of ${instrument.symbol}`}
      noValidate
      onSubmit={submit}
    >
      <div className="flex min-h-0 flex-auto flex-col gap-1.5 overflow-y-auto px-3 py-2">
        {alert !== null && <p className="text-12 text-info">The journal will record the alert that led to this order.</p>}
        {filledBy !== null && (
          <p className="flex-none rounded-md bg-accent-soft px-3 py-1.5" role="status">
            {`Filled in by ${filledBy}. Nothing has been sent. Check the order, then submit it.`}
          </p>
        )}
        {instrument.book === 'synthetic' && <SyntheticNote what="book" />}
        <TicketHead draft={draft} instrument={instrument} problem={problems.leverage} />
        <TicketPrices {...fields} />
        <TicketSize
          draft={draft}
          symbol={instrument.symbol}
          size={reading.size}
          entry={reading.entry}
          share={shareOf(draft, reading, terms)}
          problem={problems.amount}
        />
        <TicketOptions {...fields} />
        <TicketRisk risk={risk} draft={draft} />
        <TicketPreview
          state={preview}
          symbol={instrument.symbol}
          hasExecution={!ORDER_KINDS[draft.type].isTrigger}
          known={{ terms, side: draft.side, leverage: draft.leverage }}
        />
        {isPredicted(instrument.symbol) && <TicketForecast symbol={instrument.symbol} />}
      </div>
      <div className="flex-none border-line border-t px-3 py-2">
        {trouble !== null && trouble.message !== null && (
          <p role="status" className="py-[3px] text-warning">
            {trouble.message}
          </p>
        )}
        {message !== null && (
          <p role="alert" className="py-[3px] text-danger">
            {message}
          </p>
        )}
        <LiquidationWarning risk={risk} />
        <TicketSummary state={preview} symbol={instrument.symbol} />
        <TicketSubmit
          draft={draft}
          reading={reading}
          symbol={instrument.symbol}
          reason={reason}
          isSending={isSending}
          isTried={isTried}
          trouble={trouble}
        />
      </div>
    </form>
  )
}

const firstOf = (problems: Problems): string | null => Object.values(problems)[0] ?? null

/** Empty fields are marked only after a submit attempt. */
function shownProblems(problems: Problems, draft: TicketDraft): Problems {
  return Object.fromEntries(recordKeys(problems).flatMap((field) => (String(draft[field]) === '' ? [] : [[field, problems[field]]])))
}

function useSubmit({ order }: TicketReading, riskRefusal: string | null) {
  const [isSending, setSending] = useState(false)
  // A double click within one render is one order.
  const isOut = useRef(false)
  const [isTried, setTried] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const refusal = useNoTrading()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (order === null || refusal !== null || riskRefusal !== null || isOut.current) return
    isOut.current = true
    setSending(true)
    setMessage(null)
    const sent = useTicket.getState()
    sendOrder(order, sent.alert)
      .then((outcome) => {
        if (outcome.kind === 'refused') return setMessage(outcome.message)
        clearTicket(sent)
        setTried(false)
      })
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        isOut.current = false
        setSending(false)
      })
  }
  return { isSending, isTried, submit, message }
}

type SubmitProps = {
  readonly draft: TicketDraft
  readonly reading: TicketReading
  readonly symbol: string
  readonly reason: string | null
  readonly isSending: boolean
  readonly isTried: boolean
  readonly trouble: FeedTrouble | null
}

const SUBMIT = { buy: 'bg-up text-surface-1', sell: 'bg-down text-surface-1' }

/** States the order, the account and the price source. */
function TicketSubmit({ draft, reading, symbol, reason, isSending, isTried, trouble }: SubmitProps) {
  const account = useTradingState(({ view }) => view?.account ?? null)
  const isOff = reason !== null || isSending
  const side = draft.side === 'buy' ? 'Buy' : 'Sell'
  const amount = reading.size === null ? symbol : `${exactFigure(sizeText(reading.size))} ${symbol}`
  return (
    <>
      <button
        type="submit"
        className={cx(
          'ticket-submit num flex min-h-11 w-full flex-col items-center justify-center whitespace-pre rounded-md px-2.5 py-1 text-13',
          // Beside the docked agent it wraps at words.
          '@max-[270px]/slot:block @max-[270px]/slot:whitespace-pre-wrap @max-[270px]/slot:py-1.5 @max-[270px]/slot:text-center',
          isOff ? 'cursor-not-allowed bg-surface-4 text-ink-2' : trouble !== null ? 'bg-surface-2 text-ink-1' : SUBMIT[draft.side],
        )}
        data-trouble={trouble === null ? undefined : ''}
        aria-disabled={isOff || undefined}
        aria-describedby={reason === null ? undefined : 'ticket-reason'}
        aria-busy={isSending || undefined}
      >
        {isSending && <Spinner />}
        <strong className="font-semibold">{`${side} ${amount}`}</strong>
        {account !== null && (
          <span className="text-11">
            <span className="sr-only">{' · '}</span>
            {accountText(account)}
            {trouble !== null && <strong className="font-semibold">{` · ${trouble.label.toUpperCase()}`}</strong>}
          </span>
        )}
      </button>
      <p
        id="ticket-reason"
        className={cx('mt-1 min-h-8 text-center text-11', isTried ? 'text-warning' : 'text-ink-3 max-[44rem]:in-[.workspace-pair]:hidden')}
      >
        {reason ?? ORDER_KINDS[draft.type].description}
      </p>
    </>
  )
}

type SizeProps = {
  readonly draft: TicketDraft
  readonly symbol: string
  readonly size: Size | null
  readonly entry: Price | null
  /** Percentage of the equity; null if unknown. */
  readonly share: number | null
  readonly problem: string | undefined
}

/** Whole percent of the equity that the order's margin and fee use. */
function shareOf(draft: TicketDraft, { size, entry }: TicketReading, { equity, instrument }: TicketTerms): number | null {
  if (draft.unit === 'equity') return Number(draft.amount) || null
  const times = readWhole(draft.leverage, { least: 1, most: Number(instrument.maxLeverage), units: TIMES })
  if (size === null || times === null) return null
  const share = equityShareOf(size, { entry, equity, leverage: BigInt(times), fee: instrument.takerFee })
  return share === null ? null : Math.round(share * 100)
}

const SHARES = ['10', '25', '50', '75', '100'] as const

const unitText = (unit: SizeUnit, symbol: string): string =>
  ({ coin: symbol, usdc: 'USDC', equity: '% of equity', risk: '% at risk' })[unit]

const TicketSize = memo(({ draft, symbol, size, entry, share, problem }: SizeProps) => {
  return (
    <div className="flex flex-col gap-1">
      <TicketInput
        label="Size"
        name="amount"
        value={draft.amount}
        problem={problem}
        onChange={(amount) => changeTicket({ amount })}
        unit={
          <Select
            aria-label="Size unit"
            className={unitSelect}
            value={draft.unit}
            options={SIZE_UNITS.map((unit) => [unit, unitText(unit, symbol)])}
            onChange={(unit) => changeTicket({ unit, amount: '' })}
          />
        }
      />
      <div className="grid min-h-6 grid-cols-[minmax(0,1fr)_4ch] items-center gap-2 text-right">
        <input
          type="range"
          aria-label="Size as a share of the equity"
          aria-valuetext={share === null ? 'not known' : `${share}% of the equity as margin`}
          min="0"
          max="100"
          step="5"
          value={share ?? 0}
          onChange={({ target }) => changeTicket({ unit: 'equity', amount: target.value === '0' ? '' : target.value })}
        />
        <span translate="no" className="num">
          {share === null ? DASH : `${share}%`}
        </span>
      </div>
      <fieldset translate="no" className="grid grid-cols-5 gap-1 max-[44rem]:in-[.workspace-pair]:hidden">
        <legend className="sr-only">Share of the equity</legend>
        {SHARES.map((share) => (
          <button
            key={share}
            type="button"
            className="num min-h-[26px] rounded-md border border-line text-11 text-ink-2 hover:bg-surface-3 hover:text-ink-1 aria-pressed:border-accent aria-pressed:text-accent-text pointer-coarse:min-h-11"
            aria-pressed={draft.unit === 'equity' && draft.amount === share}
            title={`${share}% of the equity as margin`}
            onClick={() => changeTicket({ unit: 'equity', amount: share })}
          >
            {share}%
          </button>
        ))}
      </fieldset>
      <p translate="no" className="num min-h-4 flex-none text-right text-ink-3" aria-live="off">
        {size === null
          ? ' '
          : `${exactFigure(sizeText(size))} ${symbol}${entry === null ? '' : ` ≈ ${amountFigure(usdcText(usdcFloor(notionalOf(entry, size))))} USDC`}`}
      </p>
    </div>
  )
})

type HeadProps = { readonly draft: TicketDraft; readonly instrument: TradingInstrument; readonly problem: string | undefined }

const QUICK = ['limit', 'market'] as const
const MORE = ORDER_TYPES.filter((type) => !QUICK.some((quick) => quick === type))

const TicketHead = memo(({ draft, instrument, problem }: HeadProps) => (
  <>
    <SideChoice name="side" side={draft.side} onChange={(side) => changeTicket({ side })} />
    <fieldset className="grid grid-cols-[auto_auto_1fr] gap-1">
      <legend className="sr-only">Order type</legend>
      {QUICK.map((type) => (
        <ChoiceButton key={type} isChosen={draft.type === type} onClick={() => changeTicket({ type })}>
          {ORDER_KINDS[type].title}
        </ChoiceButton>
      ))}
      <select
        aria-label="Other order types"
        className={cx(ticketSelect, 'data-chosen:bg-surface-3 data-chosen:font-semibold')}
        value={MORE.some((type) => type === draft.type) ? draft.type : ''}
        data-chosen={MORE.some((type) => type === draft.type) || undefined}
        onChange={({ target }) => changeTicket({ type: MORE.find((type) => type === target.value) ?? 'limit' })}
      >
        <option value="" disabled>
          More
        </option>
        {MORE.map((type) => (
          <option key={type} value={type}>
            {ORDER_KINDS[type].title}
          </option>
        ))}
      </select>
    </fieldset>
    {!draft.isReduceOnly && (
      <TicketLine>
        <TicketInput
          label="Leverage"
          name="leverage"
          value={draft.leverage}
          problem={problem}
          onChange={(leverage) => changeTicket({ leverage })}
          onStep={(steps) => changeTicket({ leverage: stepped(draft.leverage, steps, instrument.max_leverage) })}
          unit={
            <span className="num flex-none text-ink-3" title={`At most ${instrument.max_leverage} times`}>
              {`× of ${instrument.max_leverage}`}
            </span>
          }
        />
        <MarginMode draft={draft} symbol={instrument.symbol} />
      </TicketLine>
    )}
  </>
))

type ModeProps = { readonly draft: TicketDraft; readonly symbol: string }

/** Can be changed only while no position or order is open in the market. */
function MarginMode({ draft, symbol }: ModeProps) {
  const isHeld = useTradingState(({ view }) => heldSetting(view, symbol) !== null)
  const mode = draft.margin === 'isolated' ? 'Isolated' : 'Cross'
  if (isHeld) {
    return (
      <span
        className="flex min-h-[34px] flex-none items-center self-stretch px-2 text-ink-2"
        title="The margin mode stays as it is while this coin has a position or open orders."
      >
        <span className="sr-only">{`Margin mode: `}</span>
        {mode}
      </span>
    )
  }
  return (
    <select
      aria-label="Margin mode"
      className={cx(ticketSelect, 'h-[34px] flex-none')}
      value={draft.margin}
      title="Cross: the whole account backs the position. Isolated: only its own margin does."
      onChange={({ target }) => changeTicket({ margin: target.value === 'isolated' ? 'isolated' : 'cross' })}
    >
      <option value="cross">Cross</option>
      <option value="isolated">Isolated</option>
    </select>
  )
}

function stepped(text: string, steps: number, most: number): string {
  const now = readWhole(text, { least: 1, most, units: TIMES }) ?? 1
  return String(Math.max(1, Math.min(most, now + steps)))
}

const stateOf = (snapshot: BookSnapshot | null) => snapshot?.state ?? null
const isOld = (snapshot: BookSnapshot | null) => snapshot?.state === 'known' && isStalePrice(snapshot.as_of, snapshot.symbol)

/** `label` for the submit button; a sentence unless the shell already shows one. */
type FeedTrouble = { readonly label: 'stale' | 'offline' | 'no book'; readonly message: string | null }

/** Null if prices are live or the first book is loading. */
function useFeedTrouble(symbol: string): FeedTrouble | null {
  useMarketClock()
  const link = useMarketState((state) => state.link)
  const state = useBookPart(symbol, stateOf)
  const isStale = useBookPart(symbol, isOld)
  const isWithoutPrices = useIsWithoutPrices(symbol)
  if (link === 'offline') return { label: 'offline', message: null }
  if (link === 'polling') return { label: 'no book', message: 'Live updates are blocked on this network: the book is not shown.' }
  if (isWithoutPrices)
    return { label: 'stale', message: `The recording has no prices of ${symbol} at this time. Orders that need its book are refused.` }
  if (state === 'unavailable') return { label: 'no book', message: 'The market source does not provide the book right now.' }
  if (!isStale) return null
  const age = ageMs(useBookState.getState().snapshots.get(symbol)?.as_of ?? 0)
  return {
    label: 'stale',
    message: `The book is ${age === null ? 'stale' : `${ageText(age)} old`}. Orders that need it are refused until it updates.`,
  }
}
