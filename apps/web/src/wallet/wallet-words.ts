// Every sentence of the wallet connection.

// demo-chain
export const demoWallet = 'Demo wallet'

// errors
export const serverNoChain = 'This server has no chain, so wallets cannot be used here.'
export const walletNoLonger = 'The wallet is no longer available. Unlock or install it, then reload this page.'
export const noWalletConnected = 'No wallet is connected. Connect one first.'
export const walletAnotherNetwork = 'Your wallet is on another network.'
export const walletDoesSupport = 'The wallet does not support this network, and it could not be added.'
export const youRefusedNetwork = 'You refused the network change in your wallet. It is still on its old network, and nothing was linked.'
export const walletConnectAvailable = 'Wallet Connect is not available on this server. Use a wallet in this browser instead.'
export const demoWalletWorks = 'The demo wallet works on the local chain only.'
export const browserDoesLet =
  'This browser does not let the page keep a key, so a demo wallet cannot be made here. Allow this site to store data.'
export const youRefusedRequest = 'You refused the request in your wallet. Nothing has changed.'
export const walletStillWaiting = 'Your wallet is still waiting for an earlier request. Open it and answer that first.'
export const walletDoCheck = 'The wallet could not do this. Check that it is unlocked, then try again.'
export const walletDoesLet = 'This wallet does not let sites change its network. Change it in the wallet.'
export const walletChangeNetwork = 'The wallet could not change its network. Change it in the wallet.'
export const chainRespondingTry = 'The chain is not responding. Try again in a moment.'
export const chainTookToo = 'The chain took too long to answer. Try again in a moment.'

// runtime
export const confirmConnectionWallet = 'Confirm the connection in your wallet'
export const signMessageWallet = 'Sign the message in your wallet'
export const confirmChangeWallet = (name: string) => `Confirm the change to ${name} in your wallet`

// walletconnect-connector
export const cryptoTradingTerminal = 'Crypto trading terminal'
