import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/api/api-error.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { type FieldMessages, messagesOf, serverMessages } from '../../platform/api/field-messages.ts'

type Values = Readonly<Record<string, unknown>>
type FormOptions<S extends z.core.$ZodType, V extends Values> = {
  /** Its output must be JSON: two equal requests are recognised by it. */
  readonly schema: S
  /** May change later, as saved data arrive: fields that the user has not edited follow it. */
  readonly initial: V
  readonly send: (data: z.output<S>) => unknown
  /** @returns whether the error was handled */
  readonly onRefused?: (error: ApiError, data: z.output<S>) => boolean
  /** Data `send` uses besides the form's values: a change makes it a different request. */
  readonly beside?: object
  /** Fields that show their error; default: all. */
  readonly fields?: ReadonlyArray<keyof V & string>
  /** Show errors while the user types. */
  readonly isCheckedAsTyped?: boolean
}

/** Values survive a failure. Errors show once a field was left or submitted; server errors show at their field. */
export function useForm<S extends z.core.$ZodType, V extends Values>(options: FormOptions<S, V>) {
  type Field = keyof V & string
  const { schema, initial, send, onRefused, beside, fields = Object.keys(initial), isCheckedAsTyped = false } = options
  const saved: Values = initial
  const [edited, setEdited] = useState<Partial<V>>({})
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const values: V = { ...initial, ...edited }
  const onFailed = useFocusOnFirstError(form)
  const sending = useSending<z.output<S>>({ send, onRefused, beside, fields, onFailed })
  const broken = rulesBroken(schema, values)
  const error = (field: Field): string | undefined =>
    sending.refused[field] ?? (isCheckedAsTyped || shown.has(field) ? broken[field] : undefined)

  const change = (next: Partial<V>): void => {
    setEdited((last) => ({ ...last, ...next }))
    sending.forgetRefusals(Object.keys(next))
  }
  const set = <F extends Field>(field: F, value: V[F]): void => {
    setEdited((last) => ({ ...last, [field]: value }))
    sending.forgetRefusals([field])
  }
  const submit = (current: V): void => {
    setShown(new Set(Object.keys(initial)))
    const parsed = z.safeParse(schema, current)
    if (parsed.success) sending.start(parsed.data)
    else {
      sending.forgetFailure()
      onFailed()
    }
  }

  return {
    values,
    set,
    change,
    error,
    isChanged: Object.entries(edited).some(([field, value]) => value !== saved[field]),
    isValid: Object.keys(broken).length === 0,
    isBusy: sending.isBusy,
    failure: sending.failure,
    /** Submits `current`, for fields that auto-submit and further buttons; the submit button sends the current values. */
    submit,
    /** Back to the initial values, without errors. */
    reset: (): void => {
      setEdited({})
      setShown(new Set())
      sending.forgetFailure()
      sending.forgetRefusals(fields)
    },
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        submit(values)
      },
      // A busy button ignores Enter: input entered while a code is being checked is queued.
      onKeyDown: ({ key, target }: KeyboardEvent) => {
        if (!sending.isBusy || key !== 'Enter' || !(target instanceof HTMLInputElement)) return
        const parsed = z.safeParse(schema, values)
        if (parsed.success) sending.start(parsed.data)
      },
    },
    /** For fields of text. */
    field: <F extends Field>(field: F) => ({
      name: field,
      value: values[field],
      error: error(field),
      onChange: (event: { target: { value: V[F] } }) => set(field, event.target.value),
      onBlur: () => {
        if (values[field] !== '') setShown((last) => new Set(last).add(field))
      },
    }),
  }
}

/** A check by a function that returns the problem to show; null or undefined for none. */
export const checkedBy = <T>(problemOf: (value: T) => string | null | undefined) =>
  z.check<T>(({ value, issues }) => {
    const message = problemOf(value)
    if (message !== null && message !== undefined) issues.push({ code: 'custom', input: value, message })
  })

function rulesBroken(schema: z.core.$ZodType, values: Values): FieldMessages {
  const parsed = z.safeParse(schema, values)
  if (parsed.success) return {}
  const empty = Object.entries(values).flatMap(([field, value]) => (typeof value === 'string' && value.trim() === '' ? [field] : []))
  return messagesOf(parsed.error, new Set(empty))
}

/** Once the errors are rendered, so that assistive technology reads the first with its field. @returns what to call after each failure */
function useFocusOnFirstError(form: RefObject<HTMLFormElement | null>): () => void {
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures, form])
  return () => setFailures((count) => count + 1)
}

/** `count` changes on each failure, so that a repeated text is announced again. */
export type Failure = { readonly text: string; readonly count: number }

type SendingOptions<Data> = {
  readonly send: (data: Data) => unknown
  /** @returns whether the error was handled */
  readonly onRefused?: ((error: ApiError, data: Data) => boolean) | undefined
  /** Fields that show their error; an error elsewhere is part of the failure. */
  readonly fields: readonly string[]
  /** Data `send` uses from elsewhere: a change makes it a different request. */
  readonly beside?: object | undefined
  readonly onFailed: () => void
}

type Next = () => Promise<void>

const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_code'

/** Sends one request at a time. A code entered while another is being checked is sent next, if that one was wrong. */
function useSending<Data>({ send, onRefused, fields, beside, onFailed }: SendingOptions<Data>) {
  const [refused, setRefused] = useState<FieldMessages>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef<string | null>(null)
  const next = useRef<Next | null>(null)

  const fail = (error: unknown, data: Data): void => {
    if (!(error instanceof ApiError)) throw error
    if (onRefused?.(error, data)) return
    const atFields = serverMessages(error)
    const elsewhere = Object.entries(atFields).filter(([field]) => !fields.includes(field))
    const isShownAtFields = Object.keys(atFields).length > 0 && elsewhere.length === 0
    const text = [errorText(error), ...elsewhere.map(([field, message]) => (field === '' ? message : `${field}: ${message}`))].join(' ')
    setRefused(atFields)
    setFailure((last) => (isShownAtFields ? null : { text, count: (last?.count ?? 0) + 1 }))
    onFailed()
  }
  /** @returns what to send next; null for nothing */
  const attempt = async (data: Data): Promise<Next | null> => {
    try {
      await send(data)
      return null
    } catch (error) {
      // Skip the error of a wrong code that has already been replaced.
      if (next.current !== null && isWrongCode(error)) return next.current
      fail(error, data)
      return null
    } finally {
      sending.current = null
      next.current = null
      setBusy(false)
    }
  }
  const start = async (data: Data): Promise<void> => {
    const key = JSON.stringify([data, beside])
    if (sending.current !== null) {
      next.current = key === sending.current ? null : () => start(data)
      return
    }
    sending.current = key
    setBusy(true)
    setFailure(null)
    setRefused({})
    const after = await attempt(data)
    await after?.()
  }

  return {
    start: (data: Data) => void start(data).catch((error: unknown) => reportError(error)),
    isBusy,
    failure,
    refused,
    forgetFailure: () => setFailure(null),
    forgetRefusals: (of: readonly string[]) =>
      setRefused((last) => ({ ...last, ...Object.fromEntries(of.map((field) => [field, undefined])) })),
  }
}
