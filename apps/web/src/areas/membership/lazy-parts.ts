import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const AddressPill = lazyPart(async () => (await import('./wallets/address-pill.tsx')).AddressPill)
export const ConnectWalletDialog = lazyPart(async () => (await import('./wallets/connect-wallet-dialog.tsx')).ConnectWalletDialog)
export const DisconnectWalletDialog = lazyPart(async () => (await import('./wallets/disconnect-wallet-dialog.tsx')).DisconnectWalletDialog)
export const RewardsScreen = lazyPart(async () => (await import('./rewards/rewards-screen.tsx')).RewardsScreen)

export const loadSignedBy = () => import('./connection/signed-by.ts')
