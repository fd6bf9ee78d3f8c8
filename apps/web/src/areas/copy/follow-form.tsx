import type { CopySimulationAnswer, LeaderPage } from '@aerie/wire/copies'
import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import { amountFigure, signedAmount } from '../../platform/format/figures.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormActions, FormFailure } from '../../ui/forms/form-failure.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { copyCalls, refetchCopies } from './copy-calls.ts'
import { CopyCurve } from './copy-curve.tsx'
import { FIRST_TERMS, TERM_FIELDS, TERM_NAMES, type TermName, termsForm } from './copy-terms.ts'

const whyNot = ({ is_own, is_copied, is_present }: LeaderPage): string | undefined => {
  if (is_own) return 'You cannot copy yourself.'
  if (is_copied) return 'You already copy this leader. Stop that copy first.'
  return is_present ? undefined : 'This leader has no account in the present market.'
}

type Terms = z.output<typeof termsForm>['terms']
type Simulated = { readonly terms: Terms; readonly result: CopySimulationAnswer }

const FIRST: z.input<typeof termsForm> = { ...FIRST_TERMS, step: 'simulate' }

/** A copy must be simulated before it can start; changing a term requires a new simulation. */
export function FollowForm({ leader, onCopies }: { readonly leader: LeaderPage; readonly onCopies: () => void }) {
  const [simulated, setSimulated] = useState<Simulated>()
  const form = useForm({
    schema: termsForm,
    initial: FIRST,
    isCheckedAsTyped: true,
    send: async ({ step, terms }) => {
      const body = { leader: leader.id, ...terms }
      if (step === 'simulate') setSimulated({ terms, result: await copyCalls.simulate(body) })
      else {
        await copyCalls.start(body)
        notify('success', `You now copy ${leader.name}.`)
        refetchCopies()
        onCopies()
      }
    },
  })
  // Terms may change while a simulation runs: ignore results for other terms.
  const current = z.safeParse(termsForm, form.values).data?.terms
  const result = JSON.stringify(current) === JSON.stringify(simulated?.terms) ? simulated?.result : undefined
  const reason = whyNot(leader) ?? (result === undefined ? 'Simulate it first.' : undefined)
  return (
    <form {...form.formProps} className="flex flex-col gap-3 max-sm:max-w-[480px] min-[60rem]:max-w-[480px]">
      <h3 className="font-semibold text-15">{`Copy ${leader.name}`}</h3>
      {/* Below the curves, not beside them. */}
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:max-[60rem]:grid-cols-2">
        <TermFields names={TERM_NAMES} field={form.field} />
      </div>
      <FormActions>
        <Button type="submit" busy={form.isBusy}>
          Simulate 90 days
        </Button>
        <Button
          variant="primary"
          busy={form.isBusy}
          disabledReason={reason}
          isReasonShown
          onClick={() => form.submit({ ...form.values, step: 'start' })}
        >
          Start copying
        </Button>
        {leader.is_copied && <Button onClick={onCopies}>Show my copies</Button>}
      </FormActions>
      <FormFailure failure={form.failure} />
      {result !== undefined && <Simulation result={result} />}
    </form>
  )
}

function Simulation({ result }: { readonly result: CopySimulationAnswer }) {
  return (
    <section
      aria-label="Simulated"
      className="flex flex-col gap-2 rounded-md border border-line border-dashed bg-surface-1 p-3"
      role="status"
    >
      <h4 className="font-semibold text-13">Simulated</h4>
      <p className="text-12 text-ink-2">
        Calculated from stored candles, with a delay of one second and an estimated spread. No trade was made.
      </p>
      {result.reason === null ? <Figures result={result} /> : <p className="text-13">{result.reason}</p>}
      {result.by_minutes < result.copied && (
        <p className="text-12 text-ink-2">{`${result.copied - result.by_minutes} of ${result.copied} prices are from hourly candles.`}</p>
      )}
      {result.is_cut && <p className="text-12 text-ink-2">Only the newest 2,000 trades are included.</p>}
      <ResultCurve curve={result.curve} />
    </section>
  )
}

function ResultCurve({ curve }: Pick<CopySimulationAnswer, 'curve'>) {
  const [first, last] = [curve[0], curve.at(-1)]
  if (first === undefined || last === undefined || curve.length < 2) return null
  return (
    <CopyCurve
      title="Simulated result"
      summary={`Ends at ${signedAmount(last.result)}.`}
      values={curve.map((point) => Number(point.result))}
      leastSpan={1}
      format={(value) => signedAmount(value.toFixed(2))}
      span={[Date.parse(first.at), Date.parse(last.at)]}
      isSimulated
    />
  )
}

const Figures = ({ result: { result, fees, slippage, copied, fills, skipped } }: { readonly result: CopySimulationAnswer }) => (
  <>
    <dl className="num grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-4 gap-y-2">
      {(
        [
          ['Result', signedAmount(result)],
          ['Fees', amountFigure(fees)],
          ['Slippage', amountFigure(slippage)],
          ['Copied trades', `${copied} of ${fills}`],
        ] as const
      ).map(([title, text]) => (
        <div key={title}>
          <dt className="text-12 text-ink-2">{title}</dt>
          <dd translate="no" className="text-13">
            {text}
          </dd>
        </div>
      ))}
    </dl>
    {result === null && <p className="text-12 text-ink-2">No result: a price of that time is missing.</p>}
    {skipped.length > 0 && (
      <ul aria-label="Skipped" className="text-12 text-ink-2">
        {skipped.map(({ reason, detail, count }) => (
          <li key={reason}>{`${count} × ${detail ?? reason}`}</li>
        ))}
      </ul>
    )}
  </>
)

type TermFieldsProps<Name extends TermName> = {
  readonly names: readonly Name[]
  readonly field: (name: Name) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>
}

export const TermFields = <Name extends TermName>({ names, field }: TermFieldsProps<Name>) =>
  names.map((name) => (
    <TextField
      {...field(name)}
      key={name}
      label={TERM_FIELDS[name].label}
      hint={TERM_FIELDS[name].hint}
      {...(TERM_FIELDS[name].unit !== undefined && { trailing: <span className="pr-2 text-12 text-ink-2">{TERM_FIELDS[name].unit}</span> })}
      inputMode={name === 'excluded' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={name === 'excluded' ? 1_000 : 40}
    />
  ))
