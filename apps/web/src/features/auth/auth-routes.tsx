import { Navigate, Route, Routes, useSearchParams } from 'react-router'
import { returnPath } from '../../lib/routing/return-path.ts'
import { useSession } from '../../session/session.ts'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignupPage } from './signup-page.tsx'
import { VerifyPage } from './verify-page.tsx'

/** The pages under /auth, for guests. Who is logged in, or has just become so, goes on to where they wanted to be. */
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
