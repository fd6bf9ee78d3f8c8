import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { type FieldMessages, messagesOf, serverMessages } from './field-messages.ts'

type Values = Readonly<Record<string, string>>
type FormOptions<S extends z.core.$ZodType, V extends Values> = {
  /** The rules: the very schema that the server holds the form to. */
  readonly schema: S
  readonly initial: V
  readonly send: (data: z.output<S>) => Promise<void>
  /** Handles a refusal that is more than words. @returns whether it has been dealt with */
  readonly onRefused?: (error: ApiError, data: z.output<S>) => boolean
}

const EMPTY = 'Fill this in.'

/** What a failed form says as a whole, and how often it has said so: the same words twice are news again. */
type Failure = { readonly text: string; readonly count: number }

/**
 * A form: values that survive a failure, rules shown at a field once it has been left or sent, the server's own words at
 * the field they concern, and one request at a time however often it is sent.
 */
export function useForm<S extends z.core.$ZodType, V extends Values>({ schema, initial, send, onRefused }: FormOptions<S, V>) {
  const [values, setValues] = useState<V>(initial)
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<FieldMessages>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const broken = rulesBroken(schema, values)

  const fail = (error: unknown, data: z.output<S>) => {
    if (!(error instanceof ApiError)) throw error
    if (onRefused?.(error, data)) return
    const atFields = serverMessages(error)
    const isSaidAtFields = Object.keys(atFields).some((field) => field in values)
    setRefused(atFields)
    setFailure((last) => (isSaidAtFields ? null : { text: errorText(error), count: (last?.count ?? 0) + 1 }))
    focusFirstError(form.current)
  }

  const submitValues = async (current: V): Promise<void> => {
    if (isSending.current) return
    setShown(new Set(Object.keys(current)))
    const parsed = z.safeParse(schema, current)
    if (!parsed.success) {
      setFailure(null)
      focusFirstError(form.current)
      return
    }
    isSending.current = true
    setBusy(true)
    setFailure(null)
    setRefused({})
    try {
      await send(parsed.data)
    } catch (error) {
      fail(error, parsed.data)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const start = (current: V) => void submitValues(current).catch((error: unknown) => reportError(error))

  const set = (field: keyof V & string, value: string): V => {
    const next = { ...values, [field]: value }
    setValues(next)
    setRefused((last) => ({ ...last, [field]: undefined }))
    return next
  }

  const errorOf = (field: keyof V & string): string | undefined => refused[field] ?? (shown.has(field) ? broken[field] : undefined)

  return {
    values,
    set,
    isBusy,
    failure,
    /** Sends `current`, for what completes itself; the submit button sends what is there. */
    submit: start,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        start(values)
      },
    },
    error: errorOf,
    /** Props of the input of a field. */
    field: (field: keyof V & string) => ({
      name: field,
      value: values[field],
      error: errorOf(field),
      onChange: (event: { target: { value: string } }) => void set(field, event.target.value),
      onBlur: () => {
        // A field that was only passed through is not yet wrong.
        if (values[field] !== '') setShown((last) => new Set(last).add(field))
      },
    }),
  }
}

function rulesBroken(schema: z.core.$ZodType, values: Values): FieldMessages {
  const parsed = z.safeParse(schema, values)
  if (parsed.success) return {}
  const messages = Object.entries(messagesOf(parsed.error))
  return Object.fromEntries(messages.map(([field, message]) => [field, values[field] === '' ? EMPTY : message]))
}

/** Once the errors have been drawn, to the first of them; assistive technology reads it with its field. */
const focusFirstError = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
