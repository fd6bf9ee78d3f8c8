import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { artifactFiles } from '../artifact-files.mjs'
import { type Artifact, compileContracts } from '../compile.mjs'

/** EIP-170. */
const MOST_BYTES = 24_576

const artifacts = compileContracts()

it.each(artifacts.flatMap((artifact) => artifactFiles(artifact).map(({ url, text }) => ({ url, text, file: basename(url.pathname) }))))(
  '$file matches the compiled sources; `npm run build -w contracts` regenerates it',
  ({ url, text }) => expect(readFileSync(url, 'utf8') === text, url.pathname).toBe(true),
)

it.each(artifacts)('$name fits within the contract size limit', ({ deployedBytes }) => expect(deployedBytes).toBeLessThan(MOST_BYTES))

/** Every state-changing function, by contract: a new one needs review and tests before it is listed here. */
const CHANGING: Readonly<Record<Artifact['name'], string>> = {
  AerieToken: 'approve permit transfer transferFrom',
  TestUsdc: 'approve mint permit renounceOwnership transfer transferFrom transferOwnership',
  AerieStaking:
    'acceptOwnership claim fund pauseDeposits recoverSurplus requestUnstake resumeDeposits setFunder stake ' +
    'stakeWithPermit transferOwnership withdraw withdrawMany',
  AerieVesting: 'acceptOwnership grant pauseDeposits recoverSurplus release resumeDeposits transferOwnership',
  AerieSubscriptions:
    'acceptOwnership pauseDeposits recoverSurplus resumeDeposits setPlan subscribe subscribeWithPermit ' +
    'transferOwnership withdrawProceeds',
  AerieUtils: '',
}

it.each(artifacts)('$name changes state only through the listed functions', ({ name, abi }) => {
  const changing = abi.flatMap((entry) =>
    entry.type === 'function' && (entry.stateMutability === 'nonpayable' || entry.stateMutability === 'payable') ? [entry.name] : [],
  )
  expect(changing.sort().join(' ')).toBe(CHANGING[name])
})

it.each(artifacts)('$name accepts no ether', ({ abi }) => expect(abi.filter((entry) => entry.stateMutability === 'payable')).toEqual([]))
