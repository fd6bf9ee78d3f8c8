import { numberText } from '@aerie/core/numbers/number-text'
import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { isSupportedSymbol, PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { chanceText, hoursText, moveText, priceText } from '../../../platform/format/market-text.ts'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { watchSymbol } from '../../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../../platform/live/market/use-asset-details.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { useIsLoggedIn } from '../../../platform/session/session.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { ScrollSection } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryNotice, QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { Figure, ProvenanceHost } from '../../market/index.ts'
import { AgentRecord } from '../agent-record.tsx'
import { BandLegend, BandList, fanOf, horizonPoint, horizonPrices } from '../fan-bands.tsx'
import { ForecastFacts, WaitingText } from '../forecast-facts.tsx'
import { type ForecastReading, isPredicted, useForecast, useForecastTiming } from '../forecast-query.ts'
import { HorizonChoice, PRESET_HOURS, useHours } from '../horizon-choice.tsx'
import { FanChart } from '../ipc-chart/fan-chart.tsx'
import { Scorecard } from '../scorecard/scorecard.tsx'
import { readLevel, setLevel, useLevel, useLevelInAddress, usePast } from './candle-window.ts'

export function IpcPage() {
  const { currency = '' } = useParams()
  const { search } = useLocation()
  usePageTitle(`IPC · ${currency}`)
  const upper = currency.toUpperCase()
  if (currency !== upper && isPredicted(upper)) return <Navigate to={`/ipc/${upper}${search}`} replace />
  return isPredicted(currency) ? <Predicted key={currency} symbol={currency} /> : <NoForecast symbol={currency} />
}

function Predicted({ symbol }: { readonly symbol: string }) {
  const [hours, setHours] = useHours()
  const isLoggedIn = useIsLoggedIn()
  const reading = useForecast(symbol, hours)
  return (
    <div className="flex flex-1 flex-col">
      {/* The forecast fills the first screen; the record starts below it. From md to lg the figures take two lines. */}
      <section aria-label="Forecast" className="flex flex-col bg-surface-0 md:h-[calc(100dvh-var(--header))] md:min-h-180 lg:min-h-155">
        <IpcToolbar symbol={symbol} hours={hours} onHoursChange={setHours} />
        <ForecastPanel symbol={symbol} hours={hours} reading={reading} onHoursChange={setHours} />
      </section>
      {/* Space beside the agent's floating button. */}
      <div className="md:*:pr-21">
        <Scorecard symbol={symbol} hours={hours} onHoursChange={setHours} />
        {isLoggedIn && (
          <div className="border-line border-t px-4 pt-5 pb-8">
            <AgentRecord symbol={symbol} />
          </div>
        )}
      </div>
    </div>
  )
}

const NoForecast = ({ symbol }: { readonly symbol: string }) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
    <h1 className="font-semibold text-24">{`No forecast for ${symbol}`}</h1>
    <p className="max-w-[52ch] text-15 text-ink-2">
      {`Forecasts are made every five minutes for ${PREDICTED_SYMBOLS.slice(0, -1).join(', ')} and ${PREDICTED_SYMBOLS.at(-1) ?? ''}, and scored in public. Other coins have no track record yet.`}
    </p>
    <p className="flex flex-wrap justify-center gap-2">
      {PREDICTED_SYMBOLS.map((each) => (
        <ButtonLink key={each} to={`/ipc/${each}`}>
          {each}
        </ButtonLink>
      ))}
    </p>
    {isSupportedSymbol(symbol) && (
      <ButtonLink to={`/currencies/${symbol}`} variant="ghost">
        {`Chart of ${symbol}`}
      </ButtonLink>
    )}
  </div>
)

type IpcToolbarProps = { readonly symbol: string; readonly hours: number; readonly onHoursChange: (hours: number) => void }

const IpcToolbar = ({ symbol, hours, onHoursChange }: IpcToolbarProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
    <h1 className="font-semibold text-18">
      IPC <span aria-hidden="true">·</span> {symbol}
    </h1>
    <LivePrice symbol={symbol} />
    <CoinLinks symbol={symbol} />
    <HorizonChoice hours={hours} onChange={onHoursChange} withAll className="sm:ml-auto" />
  </div>
)

function LivePrice({ symbol }: { readonly symbol: string }) {
  const area = useRef<HTMLDivElement>(null)
  useAssetDetails(symbol)
  useEffect(() => watchSymbol(symbol), [symbol])
  const bind = useCallback((element: HTMLParagraphElement) => bindFigures(element, symbol), [symbol])
  return (
    <div ref={area} data-for-symbol={symbol}>
      <p ref={bind} className="flex items-baseline gap-2">
        <span className="sr-only">{'Current price '}</span>
        <Figure name="price" className="figure-inline font-semibold text-18" />
        <span className="num text-12 text-warning" data-age="" />
      </p>
      <ProvenanceHost area={area} />
    </div>
  )
}

function CoinLinks({ symbol }: { readonly symbol: string }) {
  const { search } = useLocation()
  const hours = new URLSearchParams(search).get('hours')
  return (
    <nav aria-label="Coins with a forecast" className="flex gap-1 max-sm:basis-full">
      {PREDICTED_SYMBOLS.map((each) => (
        <Link
          key={each}
          to={`/ipc/${each}${hours === null ? '' : `?hours=${hours}`}`}
          aria-current={each === symbol ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-8 items-center rounded-md px-2 font-medium text-13 pointer-coarse:min-h-11 pointer-coarse:px-3',
            each === symbol ? 'bg-surface-3 text-ink-1' : 'text-ink-2 hover:bg-surface-3 hover:text-ink-1',
          )}
        >
          {each}
        </Link>
      ))}
    </nav>
  )
}

type ForecastPanelProps = {
  readonly symbol: string
  readonly hours: number
  readonly reading: ForecastReading
  readonly onHoursChange: (hours: number) => void
}

const ForecastPanel = ({ symbol, hours, reading: { query, problem }, onHoursChange }: ForecastPanelProps) => (
  <QueryView
    query={query}
    skeleton={<PanelSkeleton symbol={symbol} />}
    failed={`The forecast for ${symbol} could not be loaded`}
    errorClassName="grid flex-1 place-items-center"
  >
    {(answer) =>
      answer.state === 'warming' ? (
        <div className="grid flex-1 place-items-center">
          <EmptyState title={`No forecast for ${symbol} yet`}>
            <WaitingText waiting={answer} />
          </EmptyState>
        </div>
      ) : (
        <Value forecast={answer} problem={problem} hours={hours} onHoursChange={onHoursChange} />
      )
    }
  </QueryView>
)

/** On a phone the figures are below the chart. */
const FIGURES = 'flex flex-wrap gap-x-10 gap-y-2 border-line px-3 py-2 max-md:order-1 max-md:border-t md:px-4 md:pt-1'
const CHART = 'border-line border-t max-md:h-[max(320px,46dvh)] max-md:flex-none md:min-h-70 md:flex-1'

type ValueProps = {
  readonly forecast: Forecast
  readonly problem: Error | null
  readonly hours: number
  readonly onHoursChange: (hours: number) => void
}

function Value({ forecast, problem, hours, onHoursChange }: ValueProps) {
  const level = useLevelInAddress()
  const { isStale } = useForecastTiming(forecast)
  const past = usePast(forecast)
  return (
    <>
      <ForecastFigures forecast={forecast} isStale={isStale} />
      <div className={cx(CHART, isStale && 'opacity-80')}>
        <FanChart forecast={forecast} past={past} level={level} onZoom={(by) => onHoursChange(zoomed(hours, by))} />
      </div>
      {past.failure !== null && (
        <div className="px-4 py-1">
          <QueryNotice query={past.failure} text="Recent prices could not be loaded." role="alert" />
        </div>
      )}
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-2 max-md:order-2 sm:px-4 md:pr-21">
        <BandLegend />
        <FanTable forecast={forecast} />
        <ForecastFacts forecast={forecast} problem={problem} className="sm:ml-auto" />
      </footer>
    </>
  )
}

function zoomed(hours: number, direction: 1 | -1): number {
  const next = direction === 1 ? PRESET_HOURS.findLast((preset) => preset < hours) : PRESET_HOURS.find((preset) => preset > hours)
  return next ?? hours
}

const PanelSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the forecast for ${symbol}`} className="flex flex-1 flex-col">
    <div className={FIGURES}>
      {[0, 1, 2].map((each) => (
        <div key={each} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
    <div className={`${CHART} p-4`}>
      <Skeleton className="size-full" />
    </div>
    <div className="border-line border-t px-4 py-2">
      <Skeleton className="h-5 w-64" />
    </div>
  </div>
)

type ForecastFiguresProps = { readonly forecast: Forecast; readonly isStale: boolean }

function ForecastFigures({ forecast, isStale }: ForecastFiguresProps) {
  const { median, bands, time } = horizonPoint(forecast)
  const { quote, anchor, hours } = forecast
  return (
    <div className={FIGURES} data-stale={isStale || undefined}>
      <div className={cx('flex flex-col', isStale && 'opacity-80')}>
        <div className="flex items-center text-12 text-ink-2">
          {`Median, ${hoursText(hours)} ahead`}
          <Explain title="Median">
            <p>
              {`Half of the forecast lies above this price, half below. It starts from ${forecast.series === 'now' ? 'the price at the newest close of five minutes' : 'the close of the last full hour'}.`}
            </p>
            <Formula>price(q) = close × exp(return quantile at q), q = 50%</Formula>
            <p>It is not a signal: over hours, almost nothing beats “no change”. The bands are the forecast.</p>
            <LearnLink term="cone" />
          </Explain>
        </div>
        <p className="num font-semibold text-24">
          <span translate="no">{priceText(median, quote)}</span>{' '}
          <span translate="no" className="font-normal text-13 text-ink-2">
            {moveText(median, anchor)}
          </span>
        </p>
        <p className="text-12 text-ink-2">
          at <Moment at={time} />
          {`, from ${priceText(anchor, quote)}`}
        </p>
      </div>
      <BandList bands={bands} quote={quote} className={cx(isStale && 'opacity-80')} />
      <LevelChance forecast={forecast} isStale={isStale} />
    </div>
  )
}

function FanTable({ forecast }: { readonly forecast: Forecast }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Show as table
      </Button>
      {isOpen && (
        <Dialog title={`Forecast for ${forecast.symbol}, hour by hour`} isWide className="sm:max-w-4xl" onClose={() => setOpen(false)}>
          <ScrollSection aria-label="Table" className="scroll-sideways">
            <Rows forecast={forecast} />
          </ScrollSection>
        </Dialog>
      )}
    </>
  )
}

const Rows = ({ forecast }: { readonly forecast: Forecast }) => (
  <table className="num w-full text-right text-13">
    <TableHead
      className="text-12 text-ink-2"
      cellClassName="px-2 py-1 font-medium"
      titles={['Hours', 'At', 'Median', ...[50, 80, 95].map(band)]}
    />
    <tbody>
      {fanOf(forecast)
        .slice(1)
        .map(({ hours, time, median, bands }) => (
          <tr key={hours} className="border-line border-t">
            <th scope="row" className="px-2 py-1 font-normal">
              {hours}
            </th>
            <td className="px-2">
              <Moment at={time} />
            </td>
            <FigureCell className="px-2">{priceText(median, forecast.quote)}</FigureCell>
            {bands.map(({ percent, low, high }) => (
              <td key={percent} className="whitespace-nowrap px-2">
                {`${priceText(low, forecast.quote)} to ${priceText(high, forecast.quote)}`}
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  </table>
)

const band = (percent: number) => `${percent}% band`

type LevelChanceProps = { readonly forecast: Forecast; readonly isStale: boolean }

function LevelChance({ forecast, isStale }: LevelChanceProps) {
  const level = useLevel((state) => state.level) ?? forecast.anchor
  const chance = chanceAbove(horizonPrices(forecast), level)
  return (
    <div className="flex flex-col">
      <div className="flex items-center text-12 text-ink-2">
        Chance to end above a level
        <ChanceExplained />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <LevelField level={level} quote={forecast.quote} />
        <output translate="no" aria-live="polite" className={cx('num font-semibold text-24', isStale && 'opacity-80')}>
          {chanceText(chance)}
        </output>
        <span className="num text-12 text-ink-2">{`${chanceText(1 - chance)} below`}</span>
      </div>
      <p className="text-12 text-ink-2">
        at <Moment at={horizonPoint(forecast).time} />, whatever happens before. Drag the line or type a price.
      </p>
    </div>
  )
}

function LevelField({ level, quote }: { readonly level: number; readonly quote: string }) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const read = readLevel(typed ?? '')
  const isWrong = read.problem !== undefined
  const take = () => {
    if (typed === null || isWrong) return
    setLevel(read.level)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take()
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <span className="relative flex items-center gap-1">
      <label htmlFor={id} className="text-12 text-ink-2">
        {quote}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Price level in ${quote}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        value={typed ?? numberText(level).replaceAll(',', '')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={take}
        className="num min-h-8 w-32 rounded-md border border-line-input bg-surface-0 px-2 text-13 text-ink-1 aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
      />
      {isWrong && (
        <span id={`${id}-error`} role="alert" className="absolute top-full left-0 z-10 bg-surface-2 text-12 text-danger">
          {read.problem}
        </span>
      )}
    </span>
  )
}

const ChanceExplained = () => (
  <Explain title="Chance above a level">
    <p>The share of the forecast above the level at the horizon. It says nothing about prices touched before.</p>
    <Formula>P(above L) = 1 − F(ln L)</Formula>
    <p>
      F is linear in the logarithm of the price between the 21 quantiles (2.5% to 97.5%). Beyond them it falls as a power of the distance d
      from the median:
    </p>
    <Formula>P(beyond L) = 2.5% × (d(2.5%) ÷ d)^3.5</Formula>
    <p>It never reaches 0% or 100%: prices have fat tails.</p>
  </Explain>
)
