import { type CopyHolding, copyResult } from '@aerie/copy/copy-parts'
import { microUsdc, notional, price, priceText, sizeText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { DAY_MS } from '@aerie/core/time'
import type { CopyRow } from '@aerie/wire/copies'
import type { Copier } from './copier.ts'
import type { CopyRecord } from './copy-rows.ts'
import { marksOf } from './copy-step.ts'
import { stateText } from './copy-words.ts'

/** What a copy holds now; undefined where this process does not copy its market. */
const holdingOf = (copier: Copier | undefined, { id, accountId }: CopyRecord): CopyHolding | undefined =>
  copier?.tracked.get(accountId)?.copies.get(id)

/** What is known of a copy beside its row; without a copier what it holds is not known. */
type Known = { readonly copier: Copier | undefined; readonly canResume: boolean }

/** A copy as its user reads it. */
export function copyAnswer(row: CopyRecord, { copier, canResume }: Known): CopyRow {
  const own = copier?.deps.trading.broker.source.id === row.sourceId ? copier : undefined
  return {
    id: row.id,
    leader: { id: row.leaderId, name: row.leaderName },
    state: row.state,
    reason: row.reason,
    detail: stateText(row.reason),
    can_resume: canResume,
    source: row.sourceId,
    source_kind: row.sourceKind,
    allocation: usdcText(microUsdc(row.allocation)),
    per_trade_limit: usdcText(microUsdc(row.perTradeLimit)),
    daily_loss_limit: usdcText(microUsdc(row.dailyLossLimit)),
    total_loss_limit: usdcText(microUsdc(row.totalLossLimit)),
    max_move_bps: row.maxMoveBps,
    late_s: row.lateS,
    excluded: [...row.excluded],
    parts: own === undefined || row.state === 'stopped' ? null : partsOf(own, row),
    realised: usdcText(microUsdc(row.realised)),
    ...resultOf(own, row),
    fees: usdcText(microUsdc(row.fees)),
    fills: row.fills,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

function resultOf(copier: Copier | undefined, row: CopyRecord): Pick<CopyRow, 'result' | 'daily_loss'> {
  if (row.state === 'stopped') return { result: usdcText(microUsdc(row.realised)), daily_loss: null }
  if (copier === undefined) return { result: null, daily_loss: null }
  const holding = holdingOf(copier, row)
  const result = holding === undefined ? microUsdc(row.realised) : copyResult(holding, marksOf(copier.deps.trading))
  if (result === undefined) return { result: null, daily_loss: null }
  const { day, dayResult } = copier.registry.get(row.id) ?? row
  const isToday = day === Math.floor(copier.deps.trading.followed.now() / DAY_MS)
  const daily = isToday && dayResult !== null ? usdcText(microUsdc(dayResult - result)) : null
  return { result: usdcText(result), daily_loss: daily }
}

function partsOf(copier: Copier, row: CopyRecord): CopyRow['parts'] {
  const markOf = marksOf(copier.deps.trading)
  return [...(holdingOf(copier, row)?.parts ?? [])].flatMap(([symbol, { size, cost }]) => {
    if (size === 0n) return []
    const mark = markOf(symbol)
    return [
      {
        symbol,
        size: sizeText(size),
        entry: priceText(price(cost / size)),
        mark: mark === undefined ? null : priceText(mark),
        unrealised: mark === undefined ? null : usdcText(usdcFloor(notional(mark * size - cost))),
      },
    ]
  })
}
