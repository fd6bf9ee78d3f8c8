import type { CopyRow } from '@aerie/wire/copies'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../platform/api/error-text.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { amountFigure, exactFigure, signedAmount, toneOf } from '../../platform/format/figures.ts'
import { SOURCE_LABELS } from '../../platform/format/market-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ItemBoundary } from '../../ui/states/error-boundary.tsx'
import { PagesView } from '../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../ui/table.tsx'
import { Price, usdcFrom } from '../trading/index.ts'
import { copiesQuery, copyCalls, refetchCopies } from './copy-calls.ts'
import { CopyMark } from './copy-mark.tsx'
import { LimitsDialog } from './limits-dialog.tsx'

export function MyCopies({ onChoose }: { readonly onChoose: () => void }) {
  const query = useInfiniteQuery(copiesQuery, queryClient)
  return (
    <PagesView
      query={query}
      loading="Loading your copies"
      failed="Your copies could not be loaded."
      rows={5}
      rowClassName="h-11 w-full"
      className="p-3"
      more="Show older copies"
      isEmpty={({ copies }) => copies.length === 0}
      empty={
        <EmptyState title="No copies yet" action={<Button onClick={onChoose}>Choose a leader</Button>}>
          Choose a leader and simulate following. Copies you start appear here.
        </EmptyState>
      }
    >
      {({ copies, going, limit }) => (
        <>
          <p className="num px-3 pt-3 text-12 text-ink-2">{`${going} of ${limit} ${limit === 1 ? 'leader' : 'leaders'}, amounts in USDC`}</p>
          <ul aria-label="Your copies" className="divide-y divide-line">
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
        <CopyMark of={copy.state} text={stateLabels[copy.state]} />
        <span className="text-12 text-ink-2">{SOURCE_LABELS[copy.source_kind]}</span>
        {copy.state !== 'stopped' && <CopyControls copy={copy} />}
      </div>
      {copy.detail !== null && isPresent(copy) && <p className="text-13 text-ink-2">{copy.detail}</p>}
      {isDayOver(copy) && <p className="text-13 text-warning">The daily loss limit is reached. Nothing is opened until 00:00 UTC.</p>}
      <CopyFigures copy={copy} />
      {copy.state !== 'stopped' && <Parts copy={copy} />}
    </li>
  )
}

/** Whether the reason of the state is still true: why a copy was paused says nothing about it once it has ended. */
const isPresent = ({ state, reason }: CopyRow): boolean => state !== 'stopped' || reason === 'account_reset'

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
            Limits
          </Button>
          {(!isPaused || copy.can_resume) && (
            <Button size="sm" busy={change.isPending} onClick={() => change.mutate(() => copyCalls.change(id, { paused: !isPaused }))}>
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
        </>
      )}
      <Button size="sm" variant="danger" busy={change.isPending} aria-haspopup="dialog" onClick={() => setStopping(true)}>
        Stop
      </Button>
      {isLimiting && <LimitsDialog copy={copy} onClose={() => setLimiting(false)} />}
      {isStopping && (
        <Dialog
          title={`Stop copying ${leader.name}`}
          description={
            isElsewhere
              ? 'This market is not traded here now, so nothing can be closed. What this copy holds stays in your account as your own.'
              : 'Close sells or buys back what this copy holds at market. Keep leaves it in your account as your own.'
          }
          onClose={() => setStopping(false)}
          footer={
            <>
              <Button onClick={() => stop('keep')}>Stop and keep</Button>
              {!isElsewhere && (
                <Button variant="danger" onClick={() => stop('close')}>
                  Stop and close
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
  const used = (loss: string | null, limit: string): string => `${amountFigure(loss)} of ${amountFigure(limit)}`
  const rows = [
    ['Result', signedAmount(copy.result)],
    ['Allocation', amountFigure(copy.allocation)],
    ...(copy.state === 'stopped'
      ? []
      : [['Loss today', used(copy.daily_loss === null ? null : lossOf(copy.daily_loss), copy.daily_loss_limit)] as const]),
    ['Total loss', used(inAll, copy.total_loss_limit)],
    ['Fees', amountFigure(copy.fees)],
    ['Trades', String(copy.fills)],
  ] as const
  return (
    <dl className="num grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-4 gap-y-2">
      {rows.map(([title, text]) => (
        <div key={title}>
          <dt className="text-12 text-ink-2">{title}</dt>
          <dd
            translate="no"
            className="text-13 data-[tone=down]:text-down data-[tone=up]:text-up"
            data-tone={title === 'Result' ? toneOf(copy.result) : undefined}
          >
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Parts({ copy: { parts } }: { readonly copy: CopyRow }) {
  if (parts === null) return <p className="text-12 text-ink-2">Not known: this market is not traded here now.</p>
  if (parts.length === 0) return <p className="text-12 text-ink-2">Held by this copy: Nothing.</p>
  return (
    <table className="copy-table">
      <caption className="pb-1 text-left text-12 text-ink-2">Held by this copy</caption>
      <TableHead titles={['Coin', 'Size', 'Entry', 'Unrealised']} />
      <tbody>
        {parts.map(({ symbol, size, entry, unrealised }) => (
          <tr key={symbol}>
            <th scope="row">{symbol}</th>
            <FigureCell className="num">{exactFigure(size)}</FigureCell>
            <FigureCell className="num">
              <Price of={entry} symbol={symbol} />
            </FigureCell>
            <FigureCell className="num" data-tone={toneOf(unrealised)}>
              {signedAmount(unrealised)}
            </FigureCell>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const stateLabels = { active: 'Active', paused: 'Paused', stopping: 'Stopping', stopped: 'Stopped' } as const
