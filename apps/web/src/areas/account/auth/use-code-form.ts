import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { useForm } from '../../../ui/forms/use-form.ts'

type Values = Readonly<Record<string, string>> & { readonly code: string }
type CodeSchema = z.core.$ZodType<{ readonly code: string }>
type Options<S extends CodeSchema, V extends Values> = {
  readonly schema: S
  readonly initial: V
  readonly send: (data: z.output<S>) => Promise<void>
  /** Handles a refusal before it is treated as a wrong code. @returns whether it was handled */
  readonly onRefused?: (error: ApiError, data: z.output<S>) => boolean
  readonly beside?: object
}

/** Shows a wrong code at its field; typing clears the error. */
export function useCodeForm<S extends CodeSchema, V extends Values>(options: Options<S, V>) {
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [isTyping, setTyping] = useState(false)
  const typed = useRef<string>(undefined)
  const form = useForm({
    ...options,
    onRefused: (error: ApiError, data: z.output<S>) => {
      if (options.onRefused?.(error, data)) return true
      if (error.code !== 'invalid_code') return false
      // A new code is being typed: clear the old error and do not validate yet.
      if (typed.current !== undefined && typed.current !== data.code) return true
      setWrong(errorText(error))
      selectCode()
      return true
    },
  })
  const { onBlur, onChange, name, value } = form.field('code')
  return {
    form: {
      ...form,
      formProps: {
        ...form.formProps,
        onSubmit: (event: FormEvent) => {
          setTyping(false)
          form.formProps.onSubmit(event)
        },
      },
    },
    codeError: wrong ?? (isTyping ? undefined : form.error('code')),
    codeProps: {
      name,
      value: value ?? '',
      onBlur: () => {
        setTyping(false)
        onBlur()
      },
      onChange: (digits: string) => {
        typed.current = digits
        setWrong(undefined)
        setTyping(true)
        onChange({ target: { value: digits } })
      },
    },
  }
}

const selectCode = (): void =>
  void requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>('main input[name="code"]')
    field?.focus()
    field?.select()
  })
