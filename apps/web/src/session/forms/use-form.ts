import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '../../lib/http/api-error.ts'
import { type FieldMessages, messagesOf } from './field-messages.ts'
import * as WORDS from './field-words.ts'
import { useSending } from './use-sending.ts'

type Values = Readonly<Record<string, string>>
type FormOptions<S extends z.core.$ZodType, V extends Values> = {
  /** The rules: the very schema that the server holds the form to. */
  readonly schema: S
  readonly initial: V
  readonly send: (data: z.output<S>) => Promise<void>
  /** Handles a refusal that is more than words. @returns whether it has been dealt with */
  readonly onRefused?: (error: ApiError, data: z.output<S>) => boolean
  /** What `send` takes from elsewhere than the form's values: another of it is another request. */
  readonly beside?: object
}

const EMPTY = WORDS.fieldRequired

/**
 * A form: values that survive a failure, rules shown at a field once it has been left or sent, and the server's own
 * words at the field they concern.
 */
export function useForm<S extends z.core.$ZodType, V extends Values>({ schema, initial, send, onRefused, beside }: FormOptions<S, V>) {
  type Field = keyof V & string
  const [values, setValues] = useState<V>(initial)
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const onFailed = () => focusFirstError(form.current)
  const sending = useSending<z.output<S>>({ send, onRefused, beside, fields: Object.keys(initial), onFailed })
  const broken = rulesBroken(schema, values)
  const error = (field: Field): string | undefined => sending.refused[field] ?? (shown.has(field) ? broken[field] : undefined)

  const set = (field: Field, value: string): void => {
    setValues((last) => ({ ...last, [field]: value }))
    sending.forgetRefusal(field)
  }
  const submit = (current: V): void => {
    setShown(new Set(Object.keys(current)))
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
    error,
    isBusy: sending.isBusy,
    failure: sending.failure,
    /** Sends `current`, for what completes itself; the submit button sends what is there. */
    submit,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        submit(values)
      },
      // A busy button takes no Enter: what is entered while a code is checked waits for its turn.
      onKeyDown: ({ key, target }: KeyboardEvent) => {
        if (!sending.isBusy || key !== 'Enter' || !(target instanceof HTMLInputElement)) return
        const parsed = z.safeParse(schema, values)
        if (parsed.success) sending.start(parsed.data)
      },
    },
    /** Props of the input of a field. */
    field: (field: Field) => ({
      name: field,
      value: values[field],
      error: error(field),
      onChange: (event: { target: { value: string } }) => set(field, event.target.value),
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
