import { Route, Routes } from 'react-router'
import { HomePage } from '../areas/home/home-page.tsx'
import { lazyPart } from '../platform/browser/lazy-part.ts'
import { Shell } from './shell/shell.tsx'

const AuthRoutes = lazyPart(async () => (await import('../areas/account/auth/auth-routes.tsx')).AuthRoutes)
const GuardedScreens = lazyPart(async () => (await import('./guarded-screens.tsx')).GuardedScreens)

export const Screens = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route index element={<HomePage />} />
      <Route path="auth/*" element={<AuthRoutes />} />
      <Route path="*" element={<GuardedScreens />} />
    </Route>
  </Routes>
)
