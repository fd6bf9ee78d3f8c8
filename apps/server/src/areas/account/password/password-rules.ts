import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../../platform/http/app-error.ts'

export type PasswordFault = 'common' | 'personal'
type Person = { readonly email: string; readonly firstName?: string; readonly lastName?: string }

/** Keyboard rows and sequences; any substring, in either direction, is easy to guess. */
const RUNS = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((run) => [run, [...run].reverse().join('')])

const PRODUCT_WORDS = ['aerie', 'crypto', 'bitcoin', 'ethereum', 'admin', 'welcome', 'changeme']
/** Digits or symbols commonly appended to a word to satisfy a length rule. */
const MAX_PADDING = 5
/** Number of the most common passwords whose variations are rejected too; the rest are matched exactly. */
const VARIED = 10_000
const SHORTEST_PERSONAL = 4

type Lists = { readonly all: ReadonlySet<string>; readonly varied: ReadonlySet<string> }
let lists: Lists | undefined
const commonPasswords = (): Lists => {
  const ranked = dictionary['passwords-common']
  lists ??= { all: new Set(ranked), varied: new Set([...ranked.slice(0, VARIED), ...PRODUCT_WORDS]) }
  return lists
}

export const loadPasswordLists = (): void => void commonPasswords()

/** Detects passwords derived (padding, doubling, leetspeak, keyboard runs) from the 49,000 most common, the address or the name. */
export function passwordFault(password: string, person: Person): PasswordFault | undefined {
  const plain = password.normalize('NFKC').toLowerCase()
  const personal = personalWords(person)
  const { all, varied } = commonPasswords()
  if (all.has(plain)) return 'common'
  const faults = variants(plain).map((variant) => {
    if (personal.has(variant)) return 'personal'
    return varied.has(variant) || isRun(variant) ? 'common' : undefined
  })
  return faults.find((fault) => fault !== undefined)
}

function variants(plain: string): string[] {
  const squeezed = plain.replaceAll(/\s+/g, '')
  const bases = [plain, squeezed, ...unpadded(squeezed)]
  return [...new Set([...bases, ...bases.map(unleet)].flatMap((base) => [base, repeatedUnit(base)]))].filter((text) => text.length > 0)
}

/** `password1234!` becomes `password`. */
function unpadded(text: string): string[] {
  const tail = /[^\p{L}]+$/u.exec(text)?.[0] ?? ''
  const head = /^[^\p{L}]+/u.exec(text)?.[0] ?? ''
  const cuts: string[] = []
  if (isPadding(tail)) cuts.push(text.slice(0, text.length - tail.length))
  if (isPadding(head)) cuts.push(text.slice(head.length))
  if (isPadding(tail) && isPadding(head)) cuts.push(text.slice(head.length, text.length - tail.length))
  return cuts
}

const isPadding = (text: string): boolean =>
  text.length > 0 && (text.length <= MAX_PADDING || isRun(text) || repeatedUnit(text).length <= 2)

const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const unleet = (text: string): string => text.replaceAll(/[013457@$!]/g, (char) => LEET[char] ?? char)

/** `abcabcabc` becomes `abc`; text without repetition is unchanged. */
function repeatedUnit(text: string): string {
  const period = text.length < 2 ? -1 : `${text}${text}`.indexOf(text, 1)
  return text.slice(0, period > 0 && text.length % period === 0 ? period : text.length)
}

const isRun = (text: string): boolean => text.length <= 2 || RUNS.some((run) => run.includes(text))

function personalWords({ email, firstName = '', lastName = '' }: Person): Set<string> {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const names = [firstName, lastName, firstName + lastName, lastName + firstName].map((name) =>
    name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ''),
  )
  const all = [email.toLowerCase(), local, local.replaceAll(/[^\p{L}\d]/gu, ''), domain, domain.split('.')[0] ?? '', ...names]
  return new Set(all.filter((word) => word.length >= SHORTEST_PERSONAL))
}

const PASSWORD_MESSAGES = {
  common: 'This password is on lists of leaked passwords. Choose another.',
  personal: 'This password contains your e-mail address or your name. Choose another.',
} as const

export function refuseEasyPassword(password: string, person: Parameters<typeof passwordFault>[1], field = 'password'): void {
  const fault = passwordFault(password, person)
  if (fault === undefined) return
  throw new AppError('password_common', { detail: PASSWORD_MESSAGES[fault], errors: { [field]: [PASSWORD_MESSAGES[fault]] } })
}
