import { asciiText } from '@aerie/core/numbers/typed-number'
import { COPY_OUTCOMES, type CopyLogEntry } from '@aerie/wire/copies'
import { useState } from 'react'
import { useRows } from '../../platform/api/first-page.ts'
import { exactFigure } from '../../platform/format/figures.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inputStyle } from '../../ui/controls/text-field.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { PagesView } from '../../ui/states/query-view.tsx'
import { usePriceText } from '../trading/index.ts'
import { copyCalls, LOG_KEY } from './copy-calls.ts'
import { CopyMark } from './copy-mark.tsx'

type Outcome = CopyLogEntry['outcome'] | ''
const SYMBOL = /^[A-Z0-9._-]{0,32}$/

export function CopyLog() {
  const [outcome, setOutcome] = useState<Outcome>('')
  // Raw input: an IME may still be composing.
  const [typed, setTyped] = useState('')
  const [symbol, setSymbol] = useState('')
  const type = (text: string) => {
    setTyped(text)
    const next = symbolOf(text)
    if (SYMBOL.test(next)) setSymbol(next)
  }
  const query = useRows({
    queryKey: [...LOG_KEY, outcome, symbol],
    read: (cursor, signal) => copyCalls.log({ cursor, outcome, symbol }, signal),
  })
  return (
    <>
      <fieldset className="flex flex-wrap items-center gap-1 border-line border-b px-3 py-2">
        <legend className="sr-only">Outcome</legend>
        {(['', ...COPY_OUTCOMES] as const).map((one) => (
          <Button
            key={one}
            size="sm"
            variant={outcome === one ? 'secondary' : 'ghost'}
            aria-pressed={outcome === one}
            onClick={() => setOutcome(one)}
          >
            {one === '' ? 'All' : outcomeLabels[one]}
          </Button>
        ))}
        <input
          aria-label="Coin"
          placeholder="Any coin"
          className={`${inputStyle} max-sm:basis-full sm:ml-auto sm:max-w-[130px]`}
          maxLength={40}
          aria-invalid={symbolOf(typed) !== symbol || undefined}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(symbol)}
        />
      </fieldset>
      <PagesView
        query={query}
        loading="Loading the log"
        failed="The log could not be loaded."
        rows={5}
        rowClassName="h-11 w-full"
        className="p-3"
        more="Show older"
        empty={
          <EmptyState title="Nothing to show">
            Each trade of your leaders appears here: copied, skipped, late or refused, with the reason.
          </EmptyState>
        }
      >
        {(entries) => (
          <ul aria-label="Log of copied trades" className="divide-y divide-line">
            {entries.map((entry) => (
              <ItemBoundary key={entry.id} of={entry} as="li">
                <Entry entry={entry} />
              </ItemBoundary>
            ))}
          </ul>
        )}
      </PagesView>
    </>
  )
}

const symbolOf = (text: string): string => asciiText(text).trim().toUpperCase()

function titleOf(entry: CopyLogEntry, priceText: PriceText): string {
  const { leader_name, symbol, kind, leader_price } = entry
  if (kind === 'stop')
    return [leader_name, symbol, leader_price === null ? 'Stop cancelled' : `Stop at ${priceText(leader_price, symbol)}`].join(DOT)
  return [leader_name, symbol, kindLabels[kind], ...tradedIn(entry, priceText)].join(DOT)
}
const DOT = ' · '
type PriceText = ReturnType<typeof usePriceText>

function tradedIn({ kind, symbol, wanted, filled, price, held }: CopyLogEntry, priceText: PriceText): string[] {
  if (kind === 'kept') return [`${exactFigure(held)} ${symbol}`]
  // The order has not executed yet, so its fill is unknown.
  if (wanted !== null && filled === null) return [`${exactFigure(wanted)} ${symbol} on its way to the market`]
  return price === null ? [] : [`${exactFigure(filled)} ${symbol} at ${priceText(price, symbol)}`]
}

function Entry({ entry }: { readonly entry: CopyLogEntry }) {
  const priceText = usePriceText()
  const { outcome, kind, detail, leader_position, target, filled, at, delay_ms } = entry
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-3 py-2.5">
      <CopyMark of={outcome} text={outcomeLabels[outcome]} />
      <div className="max-sm:col-span-full">
        <p className="num font-medium text-13 text-ink-1">{titleOf(entry, priceText)}</p>
        {detail !== null && <p className="text-13 text-ink-2">{detail}</p>}
        {target !== null && leader_position !== null && (
          <p className="num text-12 text-ink-2">
            {`Leader holds ${exactFigure(leader_position)}, your target ${exactFigure(target)}`}
            {outcome === 'copied' && kind === 'position' && filled !== null && ` · ${delay_ms} ms after the leader`}
          </p>
        )}
      </div>
      <p className="num text-12 text-ink-2 leading-(--leading-13) max-sm:[grid-area:1/2/2/4] max-sm:text-right">
        <Moment at={Date.parse(at)} />
      </p>
    </li>
  )
}

const outcomeLabels = { copied: 'Copied', skipped: 'Skipped', late: 'Late', refused: 'Refused' } as const

const kindLabels = { position: 'Position', stop: 'Stop', close: 'Closed', kept: 'Kept' } as const
