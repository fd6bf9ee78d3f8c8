// Every sentence about sending a transaction.

// out-of-gas
export const ranOutGas = 'It ran out of gas; only the fee was charged. Send it again and keep the gas limit your wallet suggests.'

// token-permit
export const signPermissionWallet = 'Sign the permission in your wallet'

// work
export const walletDoesEnough = 'This wallet does not have enough ETH for the fee.'
export const contractRejects = 'The contract rejects this.'
export const contractRejectedWhen = 'The contract rejected it when it was mined. It would succeed now; try again.'
export const contractRejectedUnknown = 'The contract rejected it for an unknown reason.'
