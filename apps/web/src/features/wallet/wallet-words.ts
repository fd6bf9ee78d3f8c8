import type { LinkStep } from '../../wallet/connection/link-wallet.ts'

/** Every sentence of connecting a wallet. The strings of docs/product.md are fixed. */
export const WALLET_WORDS = {
  connect: {
    title: 'Connect Wallet',
    description: 'Choose how you want to connect from the available wallet providers to get started.',
    loading: 'Looking for wallets',
    failedTitle: 'Wallets could not be loaded',
    inUse: (wallet: string) => `Connected in ${wallet}:`,
    unnamedWallet: 'your wallet',
    useThis: 'Use this wallet',
    logInFirst: 'Log in first: a wallet is linked to your account.',
    detected: 'Detected in this browser',
    more: 'More wallets',
    unavailable: 'Other wallets',
  },
  demo: {
    name: 'Demo wallet',
    tag: 'Local chain only',
    text: 'Ready in seconds, with free test funds. Stake and pay without a real wallet.',
    small: 'Its key is created and kept in this browser until you log out. Test funds have no value.',
    pill: 'Demo',
  },
  /** Shown behind the name of a wallet that cannot be chosen, until it is opened. */
  state: { absent: 'Not installed', off: 'Not available' },
  /** What the user can do about it. */
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
  /** While it is being connected. */
  step: {
    connect: 'Waiting for the wallet',
    network: 'Checking the network',
    sign: 'Sign the message to prove the wallet is yours. It is free and sends nothing.',
    store: 'Linking the wallet to your account',
    fund: 'Adding test funds',
  } satisfies Readonly<Record<LinkStep | 'fund', string>>,
  pairing: {
    scan: "Scan the code with your phone's wallet",
    label: "Code to scan with your phone's wallet",
    open: 'Open in a wallet on this phone',
    copy: 'Copy code',
    copied: 'Code copied. Paste it in your wallet.',
    notCopied: 'The code could not be copied. Scan it instead.',
  },
  pill: {
    name: (address: string) => `Wallet ${address}`,
    demoName: (address: string) => `Wallet ${address}, demo`,
    demo: 'Demo wallet: local chain only. Its funds have no value.',
    copy: 'Copy address',
    copied: 'Address copied.',
    notCopied: 'The address could not be copied. Select it in this menu instead.',
    wallets: 'Wallets',
    disconnect: 'Disconnect',
  },
  disconnect: {
    title: 'Disconnect Wallet',
    text: 'You are about to disconnect your wallet. Are you sure you wish to proceed? You may lose access to the dashboard until you reconnect.',
    done: 'Wallet was disconnected successfully. Refreshing shortly.',
    failed: 'Encountered an error while disconnecting your wallet.',
  },
  connected: 'Wallet was connected successfully. Refreshing shortly.',
} as const
