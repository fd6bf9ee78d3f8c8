import { PASSWORD_MAX, PASSWORD_MIN } from '@aerie/wire/account/account-forms'

/** open: nothing typed yet, or only the server can decide. */
export type CheckState = 'met' | 'unmet' | 'open'
export type PasswordCheck = { readonly text: string; readonly state: CheckState }
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
