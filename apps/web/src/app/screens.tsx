import { Route, Routes } from 'react-router'
import { AuthRoutes } from '../areas/account/index.ts'
import { HomePage } from '../areas/home/index.ts'
import { lazyPart } from '../platform/browser/lazy-part.ts'
import { Shell } from './shell/shell.tsx'

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
