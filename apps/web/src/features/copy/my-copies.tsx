import type { CopyRow } from '@aerie/wire/copies'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { SOURCE_LABELS } from '../../market-views/forecast/forecast-text.ts'
import { amountFigure, exactFigure, signedAmount, toneOf } from '../../platform/format/figures.ts'
import { usdcFrom } from '../../trading/account/exact.ts'
import { Price } from '../../trading/account/price.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { PagesView } from '../../ui/states/query-view.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { copiesQuery, copyCalls, refetchCopies } from './copy-calls.ts'
import { COPY_TEXT } from './copy-words.ts'
import { LimitsDialog } from './limits-dialog.tsx'

const TEXT = COPY_TEXT.copies

export function MyCopies({ onChoose }: { readonly onChoose: () => void }) {
  const query = useInfiniteQuery(copiesQuery, queryClient)
  return (
    <PagesView
      query={query}
      loading={TEXT.loading}
      failed={TEXT.failed}
      rows={5}
      rowClassName="h-11 w-full"
      className="p-3"
      more={TEXT.older}
      isEmpty={({ copies }) => copies.length === 0}
      empty={
        <EmptyState title={TEXT.none} action={<Button onClick={onChoose}>{TEXT.choose}</Button>}>
          {TEXT.noneText}
        </EmptyState>
      }
    >
      {({ copies, going, limit }) => (
        <>
          <p className="num px-3 pt-3 text-12 text-ink-2">{TEXT.plan(going, limit)}</p>
          <ul aria-label={TEXT.list} className="divide-y divide-line">
            {copies.map((copy) => (
              <ItemBoundary key={copy.id} of={copy} as="li">
                <Copy copy={copy} />
              </ItemBoundary>
            ))}
          </ul>
        </>
      )}
    </PagesView>
  )
}

function Copy({ copy }: { readonly copy: CopyRow }) {
  return (
    <li className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-semibold text-15">{copy.leader.name}</h3>
        <span className="copy-state" data-state={copy.state}>
          {TEXT.states[copy.state]}
        </span>
        <span className="text-12 text-ink-2">{SOURCE_LABELS[copy.source_kind]}</span>
        {copy.state !== 'stopped' && <CopyControls copy={copy} />}
      </div>
      {copy.detail !== null && <p className="text-13 text-ink-2">{copy.detail}</p>}
      {isDayOver(copy) && <p className="text-13 text-warning">{TEXT.dailyReached}</p>}
      <CopyFigures copy={copy} />
      {copy.state !== 'stopped' && <Parts copy={copy} />}
    </li>
  )
}

/** The leader's account was deleted: the copy can only be stopped. */
const isOver = ({ reason }: CopyRow): boolean => reason === 'leader_deleted' || reason === 'leader_reset'

function CopyControls({ copy }: { readonly copy: CopyRow }) {
  const { id, state, leader } = copy
  const [isStopping, setStopping] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: refetchCopies }, queryClient)
  const isPaused = state === 'paused'
  const isElsewhere = copy.parts === null
  const stop = (parts: 'close' | 'keep') => {
    setStopping(false)
    change.mutate(() => copyCalls.stop(id, parts))
  }
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {change.error !== null && (
        <span role="alert" className="text-12 text-danger">
          {errorText(change.error)}
        </span>
      )}
      {state !== 'stopping' && !isOver(copy) && (
        <>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setLimiting(true)}>
            {TEXT.limits}
          </Button>
          {(!isPaused || copy.can_resume) && (
            <Button size="sm" busy={change.isPending} onClick={() => change.mutate(() => copyCalls.change(id, { paused: !isPaused }))}>
              {isPaused ? TEXT.resume : TEXT.pause}
            </Button>
          )}
        </>
      )}
      <Button size="sm" variant="danger" busy={change.isPending} aria-haspopup="dialog" onClick={() => setStopping(true)}>
        {TEXT.stop}
      </Button>
      {isLimiting && <LimitsDialog copy={copy} onClose={() => setLimiting(false)} />}
      {isStopping && (
        <Dialog
          title={TEXT.stopTitle(leader.name)}
          description={isElsewhere ? TEXT.stopElsewhere : TEXT.stopText}
          onClose={() => setStopping(false)}
          footer={
            <>
              <Button onClick={() => stop('keep')}>{TEXT.keep}</Button>
              {!isElsewhere && (
                <Button variant="danger" onClick={() => stop('close')}>
                  {TEXT.close}
                </Button>
              )}
            </>
          }
        />
      )}
    </div>
  )
}

/** Compares losses as exact decimals. */
const isDayOver = ({ state, daily_loss, daily_loss_limit }: CopyRow): boolean => {
  const [loss, limit] = [usdcFrom(daily_loss), usdcFrom(daily_loss_limit)]
  return state === 'active' && loss !== null && limit !== null && loss >= limit
}

const lossOf = (text: string | null): string => (text === null || text.startsWith('-') ? '0' : text)
const lossInAll = (result: string | null): string | null => (result === null ? null : result.startsWith('-') ? result.slice(1) : '0')

function CopyFigures({ copy }: { readonly copy: CopyRow }) {
  const inAll = lossInAll(copy.result)
  const used = (loss: string | null, limit: string): string => TEXT.limit(amountFigure(loss), amountFigure(limit))
  const rows = [
    [TEXT.result, signedAmount(copy.result)],
    [TEXT.allocation, amountFigure(copy.allocation)],
    [TEXT.today, used(copy.daily_loss === null ? null : lossOf(copy.daily_loss), copy.daily_loss_limit)],
    [TEXT.total, used(inAll, copy.total_loss_limit)],
    [TEXT.fees, amountFigure(copy.fees)],
    [TEXT.fills, String(copy.fills)],
  ] as const
  return (
    <dl className="copy-figures num">
      {rows.map(([title, text]) => (
        <div key={title}>
          <dt className="text-12 text-ink-2">{title}</dt>
          <dd translate="no" className="text-13" data-tone={title === TEXT.result ? toneOf(copy.result) : undefined}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Parts({ copy: { parts } }: { readonly copy: CopyRow }) {
  if (parts === null) return <p className="text-12 text-ink-2">{TEXT.notKnown}</p>
  if (parts.length === 0) return <p className="text-12 text-ink-2">{`${TEXT.held}: ${TEXT.nothing}`}</p>
  return (
    <table className="copy-table">
      <caption className="pb-1 text-left text-12 text-ink-2">{TEXT.held}</caption>
      <TableHead titles={[TEXT.coin, TEXT.size, TEXT.entry, TEXT.unrealised]} />
      <tbody>
        {parts.map(({ symbol, size, entry, unrealised }) => (
          <tr key={symbol}>
            <th scope="row">{symbol}</th>
            <td translate="no" className="num">
              {exactFigure(size)}
            </td>
            <td translate="no" className="num">
              <Price of={entry} symbol={symbol} />
            </td>
            <td translate="no" className="num" data-tone={toneOf(unrealised)}>
              {signedAmount(unrealised)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
