import { join } from 'node:path'
import type { Address } from '@aerie/chain/contracts'
import { SECOND_MS } from '@aerie/core/time'
import { isAddress, type PublicClient, parseGwei } from 'viem'
import { readStartFile } from '../../../start-files.ts'
import { type Operation, OperationFailure } from '../../chain-operations/operation.ts'
import { costsOf, requireBalance } from '../../chain-operations/operation-costs.ts'
import { type BegunOperation, operationText, readOperation, setAsideOperation } from '../../chain-operations/operation-file.ts'
import { runOperation } from '../../chain-operations/run-operation.ts'
import { accountOfKeyFile, keySigner, openChain, remoteSigner, type Signer } from '../../chain-operations/signers.ts'
import type { CommandCaller, CommandTools } from '../commands.ts'
import type { Ask } from '../terminal.ts'
import { parseName, UsageError } from '../usage.ts'
import { type ChainRequest, parseChainRequest } from './chain-requests.ts'
import { type ChainFlags, type ChainSettings, misuse, readChainSettings, readFlags } from './chain-settings.ts'

export type ChainDeps = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly dataDir: string
  readonly ask: Ask
  readonly pause: (ms: number) => Promise<void>
}

export type ChainTools = Pick<CommandTools, 'warn'> & {
  readonly administrationFor: (caller: CommandCaller) => Pick<ReturnType<CommandTools['administrationFor']>, 'noteAsked'>
}

/** Parses the words after `admin chain`. @throws UsageError */
export function parseChainCommand(args: readonly string[], deps: ChainDeps): (tools: ChainTools) => Promise<string> {
  const { values: flags, positionals } = readFlags(args)
  try {
    const settings = readChainSettings(deps.env)
    const request = parseChainRequest(positionals, flags, settings)
    const limits = {
      mostFeePerGas: parseGwei(wholeFlag(flags['max-fee-gwei'], 'max-fee-gwei', 50, 100_000)),
      waitMs: Number(wholeFlag(flags['wait-seconds'], 'wait-seconds', 180, 3_600)) * SECOND_MS,
    }
    const choice = readSigner(flags)
    if (choice.kind === 'nobody' && flags['dry-run'] !== true && flags.abandon !== true)
      throw misuse('--from alone is enough for --dry-run only: --key-file or --signer-url signs.')
    const byName = flags.by === undefined ? null : parseName(flags.by)
    return (tools) => chainWork({ ...deps, ...limits, tools, settings, request, flags, choice, byName })
  } catch (error) {
    throw error instanceof UsageError ? misuse(error.message) : error
  }
}

function wholeFlag(given: string | undefined, name: string, usual: number, most: number): string {
  const text = given ?? String(usual)
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > most) throw misuse(`--${name} takes a whole number from 1 to ${most}.`)
  return text
}

type SignerChoice =
  | { readonly kind: 'file'; readonly file: string; readonly passphraseFile: string | undefined }
  | { readonly kind: 'url'; readonly url: string; readonly from: Address }
  | { readonly kind: 'nobody'; readonly from: Address }

function readSigner(flags: ChainFlags): SignerChoice {
  const { 'key-file': file, 'passphrase-file': passphraseFile, 'signer-url': url, from } = flags
  if (file !== undefined) {
    if (url !== undefined || from !== undefined) throw misuse('A key file is of one address: it takes neither --signer-url nor --from.')
    return { kind: 'file', file, passphraseFile }
  }
  if (passphraseFile !== undefined) throw misuse('--passphrase-file goes with --key-file.')
  if (from === undefined || !isAddress(from, { strict: false }))
    throw misuse('Who signs? --key-file FILE, or --signer-url URL with --from ADDRESS.')
  return url === undefined ? { kind: 'nobody', from } : { kind: 'url', url: parseSignerUrl(url), from }
}

function parseSignerUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw misuse('--signer-url takes a URL that begins with http:// or https://.')
}

type Job = ChainDeps & {
  readonly tools: ChainTools
  readonly settings: ChainSettings
  readonly request: ChainRequest
  readonly flags: ChainFlags
  readonly choice: SignerChoice
  readonly byName: string | null
  readonly mostFeePerGas: bigint
  readonly waitMs: number
}

async function chainWork(job: Job): Promise<string> {
  const { settings, request, flags } = job
  const path = join(job.dataDir, `chain-operation-${settings.chain.id}.json`)
  const begun = readOperation(path)
  if (flags.abandon === true) return await abandon(job, path, begun)
  const signer = await openSigner(job)
  const client = await openChain(settings.urls, settings.chain)
  if (begun === undefined) request.refuseAgain?.(job.dataDir, settings.chain.id)
  const operation =
    begun === undefined ? await freshOperation(client, job, signer.address) : sameOperation(begun, request, signer.address, path)
  return await carryOut(job, { client, signer, path, operation, begun })
}

async function abandon({ tools, request, byName }: Job, path: string, begun: BegunOperation | undefined): Promise<string> {
  if (begun === undefined) throw new OperationFailure('No operation was begun on this chain.')
  await tools
    .administrationFor({ command: request.command, byName })
    .noteAsked({ abandoned: begun.operation.command, from: begun.operation.from })
  const kept = setAsideOperation(path, `abandoned-${begun.operation.firstNonce}`)
  return `"${begun.operation.command}" is given up; what was sent of it stays sent. Its record is ${kept}.\n`
}

async function openSigner({ choice, ask }: Job): Promise<Signer> {
  if (choice.kind === 'file')
    return keySigner(await accountOfKeyFile(choice.file, () => passphraseOf(choice.file, choice.passphraseFile, ask)))
  return choice.kind === 'url' ? await remoteSigner(choice.url, choice.from) : { address: choice.from, kind: 'nobody: it is a dry run' }
}

async function passphraseOf(keyFile: string, passphraseFile: string | undefined, ask: Ask): Promise<string> {
  const given =
    passphraseFile === undefined
      ? await ask(`Passphrase of ${keyFile}: `, { isHidden: true })
      : readStartFile(passphraseFile, 'the passphrase of the key file')?.replace(/\r?\n$/, '')
  if (given === undefined) throw new OperationFailure('No passphrase: there is no terminal to ask at, and no --passphrase-file.')
  return given
}

async function freshOperation(client: PublicClient, { request, settings }: Job, from: Address): Promise<Operation> {
  const [firstNonce, waiting] = await Promise.all([
    client.getTransactionCount({ address: from, blockTag: 'latest' }),
    client.getTransactionCount({ address: from, blockTag: 'pending' }),
  ])
  if (waiting > firstNonce)
    throw new OperationFailure(`${from} has ${waiting - firstNonce} transactions that are not mined: wait for them first.`)
  await request.require(client, from)
  return request.plan({ chainId: settings.chain.id, from, firstNonce })
}

/** Returns the unfinished operation if it matches the current request. */
function sameOperation({ operation }: BegunOperation, request: ChainRequest, from: Address, path: string): Operation {
  const { chainId, firstNonce } = operation
  const asked = request.plan({ chainId, from, firstNonce })
  const bytes = ({ steps }: Operation) => JSON.stringify(steps.map(({ to, data }) => [to, data]))
  if (operation.from === from && bytes(asked) === bytes(operation)) return operation
  throw new OperationFailure(
    `"${operation.command}" from ${operation.from} was begun and is not over (${path}). Repeat that command to finish it, or give it up with --abandon.`,
  )
}

type Prepared = {
  readonly client: PublicClient
  readonly signer: Signer
  readonly path: string
  readonly operation: Operation
  readonly begun: BegunOperation | undefined
}

async function carryOut(job: Job, { client, signer, path, operation, begun }: Prepared): Promise<string> {
  const { tools, settings, request, flags, byName, mostFeePerGas, waitMs, pause } = job
  const log = tools.administrationFor({ command: request.command, byName })
  if (begun === undefined || flags['dry-run'] === true) {
    const costs = await costsOf(client, operation, mostFeePerGas)
    const text = operationText(operation, { costs, chain: settings.chain, signer: signer.kind })
    if (flags['dry-run'] === true) return `${text}\nDry run: nothing was sent.\n`
    requireBalance(costs, operation.from)
    tools.warn(text)
    await confirm(job)
  } else tools.warn(`Going on with "${operation.command}" from ${operation.from}, nonce ${operation.firstNonce} on.`)
  const parameters = { chain: operation.chainId, from: operation.from, nonce: operation.firstNonce, ...Object.fromEntries(operation.terms) }
  await log.noteAsked({ ...parameters, state: begun === undefined ? 'begun' : 'continued' })
  await runOperation({ client, signer, path, mostFeePerGas, waitMs, print: tools.warn, pause }, begun ?? { operation, sendings: [] })
  const result = await request.finish(client, operation)
  await log.noteAsked({ ...parameters, state: 'done' })
  return `${result}Record: ${setAsideOperation(path, `${request.action}-${operation.firstNonce}`)}\n`
}

async function confirm({ flags, ask, settings }: Job): Promise<void> {
  if (flags.yes === true) return
  const answer = await ask(`Type "${settings.chain.name}" to send this: `)
  if (answer === undefined) throw new OperationFailure('There is no terminal to ask at: --yes sends without asking.')
  if (answer.trim() !== settings.chain.name) throw new OperationFailure('Nothing was sent.')
}
