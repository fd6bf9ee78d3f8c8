// Every sentence of the wallet's pill and the rest of its dialogs.

// address-pill
export const wallet = 'Wallet'

// connect
export const cancel = 'Cancel'
export const logIn = 'Log In'

// disconnect
export const disconnect = 'Disconnect'

// choices
export const browserWallet = 'Browser wallet'
export const metamask = 'Metamask'
export const coinbaseWallet = 'Coinbase Wallet'
export const walletConnect = 'Wallet Connect'
export const safe = 'Safe'
