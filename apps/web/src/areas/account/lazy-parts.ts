import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const AccountPage = lazyPart(async () => (await import('./account-page.tsx')).AccountPage)
export const AuthRoutes = lazyPart(async () => (await import('./auth/auth-routes.tsx')).AuthRoutes)
export const DetailsPage = lazyPart(async () => (await import('./details/details-page.tsx')).DetailsPage)
export const PersonaPage = lazyPart(async () => (await import('./persona/persona-page.tsx')).PersonaPage)
export const ProveLayer = lazyPart(async () => (await import('./prove-layer.tsx')).ProveLayer)
export const SubscriptionsPage = lazyPart(async () => (await import('./subscriptions/subscriptions-page.tsx')).SubscriptionsPage)
export const WalletsPage = lazyPart(async () => (await import('./wallets/wallets-page.tsx')).WalletsPage)
