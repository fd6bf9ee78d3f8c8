export { BASE_USDC, chainInfoOf } from './chain/chain-facts.ts'
export { type ChainModule, chainModule } from './chain/chain-module.ts'
export { hostOf } from './chain/endpoint-transport.ts'
export { holdingsModule } from './holdings/holdings-module.ts'
