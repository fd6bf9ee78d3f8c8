import { describe, expect, it } from 'vitest'
import { type Surroundings, walletChoices } from './wallet-choices.ts'

const PUBLIC: Surroundings = { announced: [], hasInjected: false, isFramed: false, projectId: null, isLocal: false, isSafeApp: false }
const safe = (surroundings: Partial<Surroundings>) => walletChoices({ ...PUBLIC, ...surroundings }).find(({ name }) => name === 'Safe')

describe('Safe', () => {
  it('says that the operator has to let it in, and what works without', () => {
    expect(safe({})?.off).toMatch(/The operator of this server can let app\.safe\.global do so \(SAFE_APP\)/)
    expect(safe({ isFramed: true })?.off).toMatch(/SAFE_APP/)
  })

  it('says where to open this page once it is let in, and can be chosen there', () => {
    expect(safe({ isSafeApp: true })?.off).toMatch(/^Open app\.safe\.global/)
    expect(safe({ isSafeApp: true, isFramed: true })?.off).toBeNull()
  })

  it('is no choice on the local chain, wherever the page is shown', () =>
    expect(safe({ isLocal: true, isSafeApp: true, isFramed: true })?.off).toMatch(/no Safe on the local chain/))
})
