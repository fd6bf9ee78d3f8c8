import type { CopyBody, LeaderPage } from '@aerie/wire/copies'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { notify } from '../../ui/states/toast.ts'
import { copyCalls, refetchCopies } from './copy-calls.ts'
import { COPY_WORDS } from './copy-words.ts'
import { Simulation } from './simulation.tsx'

const WORDS = COPY_WORDS.follow

type Draft = {
  readonly allocation: string
  readonly perTrade: string
  readonly daily: string
  readonly total: string
  readonly move: string
}
const FIRST: Draft = { allocation: '1000', perTrade: '1000', daily: '50', total: '150', move: '50' }
const FIELDS = [
  ['allocation', 'allocation', WORDS.allocation, WORDS.allocationHint],
  ['perTrade', 'per_trade_limit', WORDS.perTrade, WORDS.perTradeHint],
  ['daily', 'daily_loss_limit', WORDS.daily, WORDS.dailyHint],
  ['total', 'total_loss_limit', WORDS.total, WORDS.totalHint],
  ['move', 'max_move_bps', WORDS.move, WORDS.moveHint],
] as const

const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/
const isAmount = (text: string): boolean => AMOUNT.test(text) && Number(text) > 0
const isMove = (text: string): boolean => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000
const faultOf = (name: keyof Draft, text: string): string | undefined => {
  if (name === 'move') return isMove(text) ? undefined : WORDS.whole
  return isAmount(text) ? undefined : WORDS.amount
}

const bodyOf = (leader: string, { allocation, perTrade, daily, total, move }: Draft): CopyBody => ({
  leader,
  allocation,
  per_trade_limit: perTrade,
  daily_loss_limit: daily,
  total_loss_limit: total,
  max_move_bps: Number(move),
})

const whyNot = ({ is_own, is_copied, is_present }: LeaderPage): string | undefined => {
  if (is_own) return WORDS.cannotOwn
  if (is_copied) return WORDS.already
  return is_present ? undefined : WORDS.absent
}

/** The terms of a copy. It is simulated before it can begin; what is changed is simulated anew. */
export function FollowForm({ leader, onStarted }: { readonly leader: LeaderPage; readonly onStarted: () => void }) {
  const [draft, setDraft] = useState(FIRST)
  const [tried, setTried] = useState<Draft | null>(null)
  const simulating = useMutation(
    { mutationFn: (body: CopyBody) => copyCalls.simulate(body), onSuccess: () => setTried(draft) },
    queryClient,
  )
  const starting = useMutation(
    {
      mutationFn: (body: CopyBody) => copyCalls.start(body),
      onSuccess: () => {
        notify('success', WORDS.started(leader.name))
        refetchCopies()
        onStarted()
      },
    },
    queryClient,
  )
  const error = simulating.error ?? starting.error
  const refused = error instanceof ApiError ? error.errors : {}
  const isValid = FIELDS.every(([name]) => faultOf(name, draft[name]) === undefined)
  const reason = whyNot(leader) ?? (tried === draft ? undefined : WORDS.first)
  const simulate = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) simulating.mutate(bodyOf(leader.id, draft))
  }
  return (
    <form className="copy-form" onSubmit={simulate} noValidate>
      <h3 className="font-semibold text-15">{WORDS.title(leader.name)}</h3>
      {FIELDS.map(([name, field, label, hint]) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          inputMode="decimal"
          autoComplete="off"
          value={draft[name]}
          error={faultOf(name, draft[name]) ?? refused[field]?.[0]}
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value.trim() })}
        />
      ))}
      <div className="flex flex-wrap items-start gap-2">
        <Button type="submit" busy={simulating.isPending}>
          {WORDS.simulate}
        </Button>
        <Button
          variant="primary"
          busy={starting.isPending}
          disabledReason={reason}
          isReasonShown
          onClick={() => starting.mutate(bodyOf(leader.id, draft))}
        >
          {WORDS.start}
        </Button>
      </div>
      {error !== null && (
        <p role="alert" className="text-12 text-danger">
          {errorText(error)}
        </p>
      )}
      {simulating.data !== undefined && <Simulation result={simulating.data} />}
    </form>
  )
}
