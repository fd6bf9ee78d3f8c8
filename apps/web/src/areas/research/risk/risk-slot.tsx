import '../analytics/statistics.css'
import './risk.css'
import { useMemo } from 'react'
import { SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { isStalePrice, useMarketState } from '../../../platform/live/market/market-status.ts'
import { type Quote, useQuote } from '../../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../../platform/live/market/use-asset-details.ts'
import { Moment } from '../../../ui/moment.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type TicketDraft, tradeThis } from '../../trading/index.ts'
import { SaveStatus, type SlotProps } from '../../workspace/index.ts'
import { StatisticsLoading } from '../analytics/statistics-state.tsx'
import { parseRiskOptions, type RiskOptions, type RiskSettingsForm, readPrice, type SettingName, useRiskSettings } from './risk-fields.ts'
import { RiskForm } from './risk-form.tsx'
import { readRisk } from './risk-plan.ts'
import { RiskResults } from './risk-results.tsx'

export function RiskSlot(props: SlotProps) {
  const form = useRiskSettings()
  if ('texts' in form) return <Calculator {...props} form={form} />
  return (
    <div className="stat-slot">
      {form.document.state === 'failed' ? (
        <ErrorState title="Your settings could not be loaded" onRetry={form.document.retry}>
          {form.document.trouble ?? 'The calculator opens once the server responds.'}
        </ErrorState>
      ) : (
        <StatisticsLoading label="Your settings" />
      )}
    </div>
  )
}

function Calculator({ symbol, options: stored, changeOptions, form }: SlotProps & { readonly form: RiskSettingsForm }) {
  const options = useMemo(() => parseRiskOptions(stored, symbol), [stored, symbol])
  // Ticks are kept only for coins that were read once; this one may be on no other list.
  useAssetDetails(symbol)
  const quote = useQuote(symbol)
  const change = (changed: Partial<RiskOptions>) => changeOptions({ ...options, ...changed })
  const { problems, result } = readRisk({ options, texts: form.texts, livePrice: quote?.price ?? null })
  const typed = readPrice(options.entry, 'entry price', true)
  const entry = typed.ok ? (typed.value ?? quote?.price ?? null) : null
  const currency = quote?.quote ?? ''
  return (
    <div className="stat-slot">
      <div className="stat-scroll risk-body">
        <RiskForm
          symbol={symbol}
          options={options}
          onChange={change}
          form={form}
          quote={quote}
          problems={shown(problems, options, form)}
          entry={entry}
          least={result?.least ?? null}
        />
        {result === null ? (
          <p className="risk-empty" role="status">
            {firstStep(problems, options)}
          </p>
        ) : (
          <RiskResults
            symbol={symbol}
            quote={currency}
            result={result}
            maintenancePercent={Number(form.texts.maintenance_percent)}
            onTrade={() => tradeThis(symbol, riskTicket(options, form.texts), 'the risk calculator')}
            onLeverage={(leverage) => {
              form.type('leverage', String(leverage))
              form.leave('leverage')
            }}
          />
        )}
      </div>
      <SaveStatus {...form.document} />
      <PriceLine quote={quote} isFollowed={options.entry === ''} />
    </div>
  )
}

/** Untouched fields show no error; what is missing is listed once, in place of the result. */
function shown(
  problems: ReturnType<typeof readRisk>['problems'],
  { entry, stop }: RiskOptions,
  { texts }: RiskSettingsForm,
): ReturnType<typeof readRisk>['problems'] {
  const { account, entry: entryProblem, stop: stopProblem, ...others } = problems
  return {
    ...others,
    ...(account !== undefined && texts.account !== '' ? { account } : {}),
    ...(entryProblem !== undefined && entry !== '' ? { entry: entryProblem } : {}),
    ...(stopProblem !== undefined && stop !== '' ? { stop: stopProblem } : {}),
  }
}

function firstStep({ account, entry, stop, ...others }: ReturnType<typeof readRisk>['problems'], options: RiskOptions): string {
  const missing = [account && 'your account size', entry && 'an entry', stop !== undefined && options.stop === '' && 'a stop'].filter(
    Boolean,
  )
  const isWrong =
    Object.keys(others).length > 0 || (entry !== undefined && options.entry !== '') || (stop !== undefined && options.stop !== '')
  if (isWrong) return 'Correct the highlighted fields to see the size.'
  return `The size appears here. Enter ${missing.join(', ')}.`
}

function PriceLine({ quote, isFollowed }: { readonly quote: Quote | null; readonly isFollowed: boolean }) {
  const source = useMarketState(({ status }) => status?.source ?? null)
  return (
    <p className="stat-origin">
      {source !== null && <span className={source === 'live' ? undefined : 'font-medium text-ink-1'}>{`${SOURCE_LABELS[source]} · `}</span>}
      {quote === null ? (
        'no live price of this coin'
      ) : (
        <>
          {isFollowed ? 'entry follows the price of ' : 'newest price of '}
          <Moment at={quote.asOf} />
          {isStalePrice(quote.asOf, quote.symbol) && <span className="text-warning"> · stale</span>}
        </>
      )}
    </p>
  )
}

/** Passes the text as typed. The ticket recalculates the size exactly: the calculator's floats never become an order. */
export function riskTicket(options: RiskOptions, texts: Readonly<Record<SettingName, string>>): Partial<TicketDraft> {
  const [target = ''] = options.targets
  return {
    side: options.side === 'long' ? 'buy' : 'sell',
    type: options.entry.trim() === '' ? 'market' : 'limit',
    unit: 'risk',
    amount: texts.risk_percent,
    price: options.entry,
    stopLoss: options.stop,
    takeProfit: target,
    leverage: /^\d+$/.test(texts.leverage.trim()) ? texts.leverage.trim() : '1',
  }
}
