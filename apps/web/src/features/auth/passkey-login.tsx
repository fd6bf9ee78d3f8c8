import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { queryClient } from '../../lib/http/query-client.ts'
import { logInWithPasskey, passkeyFailure } from '../../session/passkey.ts'
import { Button } from '../../ui/controls/button.tsx'

/** The way in without a password. */
export function PasskeyLogin() {
  const { mutate, isPending, error } = useMutation({ mutationFn: logInWithPasskey }, queryClient)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-12 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button size="lg" busy={isPending} onClick={() => mutate()}>
        <KeyRound size={16} aria-hidden="true" />
        Use a passkey
      </Button>
      {error !== null && (
        <p role="alert" className="text-13 text-danger">
          {passkeyFailure(error)}
        </p>
      )}
    </div>
  )
}
