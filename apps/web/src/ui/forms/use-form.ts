import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '../../lib/http/api-error.ts'
import { type FieldMessages, messagesOf } from '../../lib/http/field-messages.ts'
import * as WORDS from './field-words.ts'
import { useSending } from './use-sending.ts'

type Values = Readonly<Record<string, string>>
type FormOptions<S extends z.core.$ZodType, V extends Values> = {
  readonly schema: S
  readonly initial: V
  readonly send: (data: z.output<S>) => Promise<void>
  /** @returns whether the error was handled */
  readonly onRefused?: (error: ApiError, data: z.output<S>) => boolean
  /** Data `send` uses besides the form's values: a change makes it a different request. */
  readonly beside?: object
}

const EMPTY = WORDS.fieldRequired

/** Values survive a failure. Errors show once a field was left or submitted; server errors show at their field. */
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
    /** Submits `current`, for fields that auto-submit; the submit button sends the current values. */
    submit,
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
    field: (field: Field) => ({
      name: field,
      value: values[field],
      error: error(field),
      onChange: (event: { target: { value: string } }) => set(field, event.target.value),
      onBlur: () => {
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

/** Focuses the first error once rendered, so that assistive technology reads it with its field. */
const focusFirstError = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
