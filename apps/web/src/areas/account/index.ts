export { ConfirmedAction } from './confirmed-action.tsx'
export { AccountPage, AuthRoutes, DetailsPage, PersonaPage, ProveLayer, SubscriptionsPage, WalletsPage } from './lazy-parts.ts'
export { useProof } from './security/reauthenticate-dialog.tsx'
