import { every } from '@aerie/runtime/ticker'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
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

const WAIT_MS = 30_000
const TICK_MS = 500

type ResendCodeProps = {
  /** Epoch milliseconds. */
  readonly mailedAt: number
  readonly resend: () => Promise<void>
}

/** Rate-limited to the time a mail takes to arrive. */
export function ResendCode({ mailedAt, resend }: ResendCodeProps) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const press = () => {
    setBusy(true)
    resend()
      .then(
        () => setOutcome('New code sent.'),
        (error: unknown) => setOutcome(errorText(error)),
      )
      .finally(() => setBusy(false))
      .catch((error: unknown) => reportError(error))
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <ResendButton key={mailedAt} readyAt={mailedAt + WAIT_MS} isBusy={isBusy} onPress={press} />
      <span role="status" className="text-12 text-ink-2">
        {outcome}
      </span>
    </div>
  )
}

type ResendButtonProps = { readonly readyAt: number; readonly isBusy: boolean; readonly onPress: () => void }

function ResendButton({ readyAt, isBusy, onPress }: ResendButtonProps) {
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.max(0, Math.ceil((readyAt - now) / 1000))
  const isWaiting = secondsLeft > 0
  useEffect(() => {
    if (!isWaiting) return
    return every(TICK_MS, () => setNow(Date.now()))
  }, [isWaiting])
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isBusy}
      disabledReason={isWaiting ? `You can request a new code in ${secondsLeft} s.` : undefined}
      onClick={onPress}
      className="-ml-2.5"
    >
      {isWaiting ? `Send a new code in ${secondsLeft} s` : 'Send a new code'}
    </Button>
  )
}
