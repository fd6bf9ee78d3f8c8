// Every sentence of the wallet connection.

// demo-chain
export const demoWallet = 'Demo wallet'

// errors
export const noChain = 'This server has no chain, so wallets cannot be used here.'
export const walletGone = 'The wallet is no longer available. Unlock or install it, then reload this page.'
export const noWalletConnected = 'No wallet is connected. Connect one first.'
export const wrongNetwork = 'Your wallet is on another network.'
export const networkNotSupported = 'The wallet does not support this network, and it could not be added.'
export const networkChangeRefused = 'You refused the network change in your wallet. It is still on its old network, and nothing was linked.'
export const networkUnchanged =
  'Your wallet accepted the network change but is still on another network. Change the network in your wallet, then try again.'
export const walletConnectUnavailable = 'Wallet Connect is not available on this server. Use a wallet in this browser instead.'
export const demoWalletLocalOnly = 'The demo wallet works on the local chain only.'
export const demoWalletNoStorage =
  'This browser does not let the page keep a key, so a demo wallet cannot be created here. Allow this site to store data.'
export const requestRefused = 'You refused the request in your wallet. Nothing has changed.'
export const requestPending = 'Your wallet is still waiting for an earlier request. Open it and answer that first.'
export const walletFailed = 'The wallet could not do this. Check that it is unlocked, then try again.'
export const changeNetworkInWallet = 'This wallet does not let sites change its network. Change it in the wallet.'
export const chainNotResponding = 'The chain is not responding. Try again in a moment.'
export const chainTooSlow = 'The chain took too long to answer. Try again in a moment.'

// runtime
export const confirmConnection = 'Confirm the connection in your wallet'
export const signMessage = 'Sign the message in your wallet'
export const confirmNetworkChange = (name: string) => `Confirm the change to ${name} in your wallet`

// walletconnect-connector
export const appDescription = 'Crypto trading terminal'
