import { SECOND_MS } from '@aerie/core/time'
import { type OwnResult, ownResult } from '@aerie/wire/agent/agent-own'
import * as z from 'zod/mini'
import { cx } from '../../../ui/cx.ts'
import { badgeTone } from '../../market/index.ts'
import { useAnswerText } from '../answer/answer-language.ts'
import { ViewButton } from '../answer/view-button.tsx'
import type { View } from '../answer/views.ts'
import { MiniChart } from './tool-result.tsx'

export function OwnAnswers({ own }: { readonly own: readonly unknown[] }) {
  const { answerText } = useAnswerText()
  const results = own.map((each) => z.safeParse(ownResult, each))
  return results.map((read, place) =>
    read.success ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place of a result is what it is known by
      <OwnAnswer key={place} result={read.data} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <p key={place} className="agent-result text-13 text-ink-2">
        {answerText.outdated}
      </p>
    ),
  )
}

function OwnAnswer({ result }: { readonly result: OwnResult }) {
  const { title, lines, notes, values, problem } = result
  const view = ownView(result)
  return (
    <section className="agent-result" aria-label={title}>
      <p className="text-12 text-ink-2">{title}</p>
      {problem !== undefined && <p className="text-13 text-ink-1">{problem}</p>}
      {lines.length > 0 && (
        <dl className="agent-values">
          {lines.map(({ label, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two orders of one coin have one label
            <div key={place} className={place < values.length ? undefined : 'agent-row'}>
              <dt>{label}</dt>
              <dd className="num">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Chart result={result} />
      {notes.map((note) => (
        <p key={note} className="text-12 text-ink-2">
          {note}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Origins result={result} />
        {view !== undefined && <ViewButton view={view} />}
      </div>
    </section>
  )
}

/** Closes of the last day; the badge below says of which prices. */
function Chart({ result: { chart = [], asked, values } }: { readonly result: OwnResult }) {
  if (chart.length < 2 || asked.ticker === undefined) return null
  const quote = values.find(({ key }) => key === 'quote')?.value ?? 'USD'
  const history = {
    currency: asked.ticker,
    quote,
    timestamps: chart.map(([at]) => at / SECOND_MS),
    closingPrices: chart.map(([, close]) => close),
  }
  return <MiniChart history={history} />
}

const BADGES = { live: 'LIVE', sim: 'SIMULATED', replay: 'REPLAY' } as const

function Origins({ result: { tool, source, made_of: madeOf } }: { readonly result: OwnResult }) {
  const kinds = (['live', 'sim', 'replay'] as const).filter((kind) => source === kind || (madeOf?.[kind] ?? 0) > 0)
  return (
    <>
      {kinds.map((kind) => (
        <Chip key={kind} badge={BADGES[kind]} text={tool.startsWith('get_own_') ? 'PAPER' : 'MARKET'} />
      ))}
      {(madeOf?.imported ?? 0) > 0 && <Chip badge={undefined} text="IMPORTED" />}
    </>
  )
}

type ChipProps = { readonly badge: (typeof BADGES)[keyof typeof BADGES] | undefined; readonly text: string }

const Chip = ({ badge, text }: ChipProps) => (
  <span lang="en" className="inline-flex min-h-5 items-center gap-1.5 rounded-full border border-line-strong px-2 text-11">
    <span aria-hidden="true" className={cx('size-1.5 rounded-full forced-color-adjust-none', badgeTone(badge).dot)} />
    <span className="font-semibold text-ink-1">{text}</span>
    {badge !== undefined && <span className={cx('font-semibold', badgeTone(badge).text)}>{badge}</span>}
  </span>
)

const ORDERS = { newest: null, best: '-net', worst: 'net' } as const

/** Undefined where no screen shows the same set. */
export function ownView({ tool, asked, span, title }: Pick<OwnResult, 'tool' | 'asked' | 'span' | 'title'>): View | undefined {
  if (tool === 'get_own_alerts') return { title, screen: 'Trade Alerts', path: '/tradealerts' }
  if (tool === 'get_coin_comparison') return { title, screen: 'Pre-trade', path: '/claw/pretrade' }
  if (tool === 'get_price_chance' || tool === 'get_forecast_accuracy')
    return { title, screen: 'IPC', path: `/ipc/${asked.ticker}?hours=${asked.timeframe}` }
  if (tool === 'get_market_figures')
    return asked.ticker === undefined
      ? { title, screen: 'Home', path: '/' }
      : { title, screen: 'Currencies', path: `/currencies/${asked.ticker}` }
  if (tool !== 'get_own_statistics' && tool !== 'get_own_trades') return { title, screen: 'Trade', path: '/claw/trade' }
  // Post-trade cannot leave out a coin.
  if (asked.without !== undefined) return undefined
  const parts = {
    symbol: asked.ticker,
    side: asked.side,
    result: asked.result,
    from: span?.from,
    to: span?.to,
    sort: ORDERS[asked.order ?? 'newest'],
    view: tool === 'get_own_statistics' ? 'statistics' : undefined,
  }
  const query = new URLSearchParams(Object.entries(parts).flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
  return { title, screen: 'Post-trade', path: `/claw/posttrade${query.size > 0 ? `?${query}` : ''}` }
}
