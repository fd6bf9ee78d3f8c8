import { Check, Circle, X } from 'lucide-react'
import type { CheckState, PasswordCheck } from './password-checks.ts'

const MARKS = { met: Check, unmet: X, open: Circle } as const
const STATE_PREFIXES: Record<CheckState, string> = { met: 'met: ', unmet: 'not met: ', open: '' }
const COLOURS: Record<CheckState, string> = { met: 'text-success', unmet: 'text-ink-2', open: 'text-ink-3' }

export const PasswordRuleList = ({ checks }: { readonly checks: readonly PasswordCheck[] }) => (
  <span className="mt-1 flex flex-col gap-1">
    {checks.map(({ text, state }) => {
      const Mark = MARKS[state]
      return (
        <span key={text} className="flex items-start gap-1.5" data-state={state}>
          <Mark aria-hidden="true" className={`mt-0.5 size-3 shrink-0 ${COLOURS[state]}`} strokeWidth={2.5} />
          <span>
            <span className="sr-only">{STATE_PREFIXES[state]}</span>
            {text}
          </span>
        </span>
      )
    })}
  </span>
)
