import {
  CODE_MINUTES,
  createSession,
  forgotPassword,
  login,
  registerUser,
  requestPasswordReset,
  resetForgottenPassword,
  resetPassword,
  signup,
} from '@aerie/wire/account/account-forms'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { returnPath } from '../../../platform/navigation/navigation.ts'
import { logInWithPasskey, passkeyFailure, passkeyObstacle } from '../../../platform/session/passkey.ts'
import { startSession, useEndReason, useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FactorField, useFactor } from '../forms/factor-field.tsx'
import { PasswordField, PasswordRuleList, passwordChecks } from '../forms/password-field.tsx'
import { AuthCard, AuthLink, MailNotes } from './auth-card.tsx'
import { forgetPendingMail, keepPendingMail, keepSignupDraft, type PendingMail, readPendingMail } from './pending-mail.ts'
import { ResendCode, useCodeForm } from './use-code-form.tsx'
import { VerifyPage } from './verify-page.tsx'

/** Guest pages; logged-in users are redirected to their original destination. */
export function AuthRoutes() {
  const [query] = useSearchParams()
  const isActive = useSession((state) => state.phase === 'active')
  if (isActive) return <Navigate to={returnPath(query)} replace />
  return (
    <Routes>
      <Route path="login" element={<LoginPage />} />
      <Route path="signup" element={<SignupPage />} />
      <Route path="verify" element={<VerifyPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="*" element={<Navigate to={{ pathname: '/auth/login', search: query.toString() }} replace />} />
    </Routes>
  )
}

function ForgotPasswordPage() {
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

/** The answer does not reveal whether the address has an account. */
function ForgotPasswordForm({ onMailed }: { readonly onMailed: (email: string) => void }) {
  const form = useForm({
    schema: forgotPassword,
    initial: { email: '' },
    send: async (data) => onMailed((await api(requestPasswordReset, { body: data, anonymous: true })).email),
  })
  return (
    <AuthCard
      title="Forgot Password"
      intro="If your address has an account, we send you a code to set a new password."
      footer={
        <span>
          Remember it? <AuthLink to="login">Log in</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" required />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Send Code
        </Button>
      </form>
    </AuthCard>
  )
}

function LoginPage() {
  const factor = useFactor()
  const form = useForm({
    schema: login,
    initial: { email: '', password: '' },
    send: async (data) => startSession(await api(createSession, { body: { ...data, ...factor.given }, anonymous: true })),
    onRefused: factor.onRefused,
    beside: factor.given,
  })
  return (
    <AuthCard
      title="Log In"
      intro="Welcome back."
      footer={
        <>
          <span>
            New here? <AuthLink to="signup">Sign up</AuthLink>
          </span>
          <span>
            Not verified yet? <AuthLink to="verify">Enter your code</AuthLink>
          </span>
          <AuthLink to="forgot-password">Forgot password?</AuthLink>
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <EndReason />
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
        {factor.isAsked && <FactorField {...factor.props} autoFocus />}
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Log In
        </Button>
      </form>
      {passkeyObstacle() === undefined && <PasskeyLogin />}
    </AuthCard>
  )
}

function EndReason() {
  const { text } = useEndReason()
  if (text === null) return null
  return (
    <p role="status" className="rounded-md border border-line bg-surface-2 px-3 py-2 text-13 text-ink-1">
      {text}
    </p>
  )
}

function PasskeyLogin() {
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

function SignupPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const form = useForm({
    schema: signup,
    initial: { first_name: '', last_name: '', email: '', password: '' },
    send: async (data) => {
      const { email } = await api(registerUser, { body: data, anonymous: true })
      keepSignupDraft(data)
      keepPendingMail({ email, purpose: 'verify', mailedAt: Date.now() })
      await navigate({ pathname: '/auth/verify', search })
    },
  })
  const { email, password, first_name, last_name } = form.values
  return (
    <AuthCard
      title="Sign Up"
      intro="One account for everything. We e-mail you a code to verify your address."
      footer={
        <span>
          Have an account? <AuthLink to="login">Log in</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <div className="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2">
          <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" maxLength={80} required />
          <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" maxLength={80} required />
        </div>
        <TextField
          {...form.field('email')}
          label="E-mail"
          hint="We send your code to this address."
          type="email"
          autoComplete="username"
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          hint={<PasswordRuleList checks={passwordChecks(password, { email, names: [first_name, last_name] })} />}
          autoComplete="new-password"
          required
        />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Sign Up
        </Button>
      </form>
    </AuthCard>
  )
}

type ResetPasswordFormProps = {
  readonly mail: PendingMail
  readonly onMailed: (email: string) => void
  readonly onStartOver: () => void
}

function ResetPasswordForm({ mail, onMailed, onStartOver }: ResetPasswordFormProps) {
  const { email } = mail
  const factor = useFactor()
  const { form, codeError, codeProps } = useCodeForm({
    schema: resetPassword,
    initial: { email, code: '', password: '' },
    send: async (data) => {
      const opened = await api(resetForgottenPassword, { body: { ...data, ...factor.given }, anonymous: true })
      forgetPendingMail()
      startSession(opened)
    },
    onRefused: factor.onRefused,
    beside: factor.given,
  })
  const resend = async () => {
    await api(requestPasswordReset, { body: { email }, anonymous: true })
    onMailed(email)
  }
  return (
    <AuthCard
      title="New Password"
      intro={
        <>
          If <strong className="break-all font-medium text-ink-1">{email}</strong> has an account, a six-digit code is on its way.
        </>
      }
      footer={
        <>
          <button
            type="button"
            onClick={onStartOver}
            className="min-h-6 self-start font-medium text-accent-text underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
          >
            Use another address
          </button>
          <AuthLink to="login">Back to Log In</AuthLink>
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <CodeField {...codeProps} label="Code" hint={`Six digits, valid once for ${CODE_MINUTES} minutes.`} error={codeError} />
        {/* For password managers: whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label="New password"
          hint={<PasswordRuleList checks={passwordChecks(form.values.password, { email, names: [] })} />}
          autoComplete="new-password"
          required
        />
        {factor.isAsked && <FactorField {...factor.props} autoFocus />}
        <p className="text-12 text-ink-2">This logs you out on all other devices.</p>
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Set New Password
        </Button>
      </form>
      <div className="flex flex-col gap-1">
        <ResendCode mailedAt={mail.mailedAt} resend={resend} />
        <MailNotes />
      </div>
    </AuthCard>
  )
}
