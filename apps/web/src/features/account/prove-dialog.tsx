import { REAUTHENTICATION_REQUIRED, reauthenticated } from '@aerie/wire/account-security'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SECURITY_WORDS } from './security-words.ts'

const WORDS = SECURITY_WORDS.prove

type Proof = {
  /** Makes a sensitive call; where the server wants a proof of who is there, asks for it and calls again. Undefined: the user has cancelled. */
  readonly withProof: <T>(call: () => Promise<T>) => Promise<T | undefined>
  /** To be drawn beside whatever uses it. */
  readonly proofDialog: ReactNode
}

/** Sensitive calls, with the question who is there where it is due. */
export function useProof(): Proof {
  const [waiting, setWaiting] = useState<{ readonly answer: (isProven: boolean) => void } | null>(null)
  const askUser = (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setWaiting({ answer: resolve })
    return promise.finally(() => setWaiting(null))
  }
  const withProof: Proof['withProof'] = async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError && error.word === REAUTHENTICATION_REQUIRED)) throw error
      return (await askUser()) ? await call() : undefined
    }
  }
  return { withProof, proofDialog: waiting !== null && <ProveDialog onAnswer={waiting.answer} /> }
}

function ProveDialog({ onAnswer }: { readonly onAnswer: (isProven: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error, reset } = useMutation(
    {
      mutationFn: () => api.post('/auth/reauthenticate', { password }, reauthenticated),
      onSuccess: () => onAnswer(true),
    },
    queryClient,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password !== '' && !isPending) mutate()
  }
  const problem = error === null ? undefined : isWrong(error) ? WORDS.wrong : errorText(error)
  return (
    <Dialog title={WORDS.title} description={WORDS.text} onClose={() => onAnswer(false)}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={WORDS.password}
          type="password"
          name="password"
          autoComplete="current-password"
          data-autofocus=""
          value={password}
          error={problem ?? (isTried && password === '' ? WORDS.needed : undefined)}
          onChange={({ target }) => {
            setPassword(target.value)
            reset()
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>{SECURITY_WORDS.cancel}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {WORDS.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_credentials'
