import type { LinkStep } from '../../wallet/connection/link-wallet.ts'

/** The strings of docs/product.md are fixed. */
export const WALLET_TEXT = {
  state: { absent: 'Not installed', off: 'Not available' },
  next: {
    metamask: 'Install the MetaMask extension, then reload this page.',
    metamaskOrPhone: 'Install the MetaMask extension and reload this page, or connect its phone app by Wallet Connect.',
    walletConnect: 'Wallet Connect is not available on this server. Use a wallet in this browser instead.',
    coinbaseLocal: 'On the local chain, Coinbase Wallet works as an extension. Install it, then reload this page.',
    safeLocal: 'Safe does not support the local chain. Use another wallet here.',
    safeOff: 'Safe cannot open this site as an app. Use Wallet Connect to connect a Safe, or another wallet.',
    safeOpen: 'Open app.safe.global, add this address as a custom app, and connect from there.',
    install: 'Install',
  },
  step: {
    connect: 'Waiting for the wallet',
    network: 'Checking the network',
    sign: 'Sign the message to prove the wallet is yours. It is free and sends nothing.',
    store: 'Linking the wallet to your account',
    fund: 'Adding test funds',
  } satisfies Readonly<Record<LinkStep | 'fund', string>>,
} as const
