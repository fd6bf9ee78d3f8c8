import { PASSWORD_MAX, PASSWORD_MIN } from '@aerie/wire/account/account-forms'
import { Check, Circle, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../../../ui/controls/text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'autoComplete'> & {
  readonly autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          className="min-h-8 min-w-12 rounded-md px-2 text-12 text-ink-2 hover:text-ink-1 pointer-coarse:min-h-11"
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only">{' password'}</span>
        </button>
      }
    />
  )
}

/** open: nothing typed yet, or only the server can decide. */
type CheckState = 'met' | 'unmet' | 'open'
type PasswordCheck = { readonly text: string; readonly state: CheckState }
type Person = { readonly email: string; readonly names: readonly string[] }

const SHORTEST_OWN_NAME = 4

/** For display only: the server decides. */
export function passwordChecks(password: string, person: Person): readonly PasswordCheck[] {
  const length = [...password].length
  const isLongEnough = length >= PASSWORD_MIN && password.length <= PASSWORD_MAX
  const isTyped = length > 0
  return [
    { text: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`, state: stateOf(isTyped, isLongEnough) },
    { text: 'Not your e-mail address or name', state: stateOf(isTyped, !isOwnName(password, person)) },
    { text: 'Not a common password (checked on submit)', state: 'open' },
  ]
}

const stateOf = (isTyped: boolean, isMet: boolean): CheckState => (isTyped ? (isMet ? 'met' : 'unmet') : 'open')

function isOwnName(password: string, { email, names }: Person): boolean {
  const plain = lettersOf(password)
  const own = [email, email.split('@')[0] ?? '', names.join(''), ...names].map(lettersOf)
  return own.some((part) => part.length >= SHORTEST_OWN_NAME && part === plain)
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

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
