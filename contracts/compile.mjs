// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const SOURCES = fileURLToPath(new URL('src/', import.meta.url))

export const CONTRACTS = /** @type {const} */ ([
  'AerieToken',
  'AerieStaking',
  'AerieVesting',
  'AerieSubscriptions',
  'AerieUtils',
  'TestUsdc',
])

/** Must match foundry.toml: what is tested is what is deployed. */
export const SETTINGS = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'prague',
  // Without the source hash, a comment does not change the bytecode.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

/** OpenZeppelin's reentrancy guard in transient storage is intended; solc warns of every use of it. */
const EXPECTED_WARNINGS = new Set(['2394'])

/**
 * @typedef {object} Artifact
 * @property {string} name
 * @property {readonly { type: string, name: string, stateMutability?: string }[]} abi
 * @property {`0x${string}`} bytecode creation code, without constructor arguments
 * @property {number} deployedBytes size of the code on the chain
 */

/**
 * Compiles src/ with the pinned solc (WebAssembly, offline).
 *
 * @returns {Artifact[]} in the order of CONTRACTS
 * @throws Error with solc's own words on any error or unexpected warning
 */
export function compileContracts() {
  const solc = require('solc')
  const sources = Object.fromEntries(
    readdirSync(SOURCES).map((file) => [`src/${file}`, { content: readFileSync(join(SOURCES, file), 'utf8') }]),
  )
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } }
  const input = { language: 'Solidity', sources, settings: { ...SETTINGS, outputSelection } }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
  const problems = (output.errors ?? []).filter((/** @type {{ errorCode: string }} */ one) => !EXPECTED_WARNINGS.has(one.errorCode))
  if (problems.length > 0) {
    throw new Error(problems.map((/** @type {{ formattedMessage: string }} */ one) => one.formattedMessage).join('\n'))
  }
  return CONTRACTS.map((name) => {
    const { abi, evm } = output.contracts[`src/${name}.sol`][name]
    return { name, abi, bytecode: `0x${evm.bytecode.object}`, deployedBytes: evm.deployedBytecode.object.length / 2 }
  })
}

/** @param {string} path as a source imports it */
function readImport(path) {
  return { contents: readFileSync(require.resolve(path), 'utf8') }
}
