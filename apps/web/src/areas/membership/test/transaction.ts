import type { TrackedTransaction } from '../transactions/transaction-state.ts'

/** A stake on its way, for tests. */
export const testTransaction = (more: Partial<TrackedTransaction> = {}): TrackedTransaction => ({
  id: '1',
  kind: 'stake',
  title: 'Stake 1 AERIE',
  state: 'pending',
  from: '0x01',
  to: '0x02',
  data: '0x',
  value: '0',
  chainId: 31_337,
  startedAt: 0,
  estimate: null,
  hash: '0x03',
  nonce: 1,
  block: null,
  replacement: null,
  failure: null,
  isChainAway: false,
  ...more,
})
