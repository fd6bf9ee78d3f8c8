import { useState } from 'react'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { forgetPendingMail, keepPendingMail, readPendingMail } from './pending-mail.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

/** Two steps on one page: ask for a code, then set the password with it. */
export function ForgotPasswordPage() {
  const [mail, setMail] = useState(() => readPendingMail('reset'))
  const onMailed = (email: string) => {
    const sent = { email, purpose: 'reset', mailedAt: Date.now() } as const
    keepPendingMail(sent)
    setMail(sent)
  }
  const startOver = () => {
    forgetPendingMail()
    setMail(null)
  }
  if (mail === null) return <ForgotPasswordForm onMailed={onMailed} />
  return <ResetPasswordForm mail={mail} onMailed={onMailed} onStartOver={startOver} />
}
