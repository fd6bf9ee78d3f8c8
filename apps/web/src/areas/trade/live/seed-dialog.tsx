import { type ApexNetwork, seedOfSignature, seedText } from '@aerie/apex/seed-text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { openLayer } from '../../../platform/navigation/layers.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FieldError } from '../../../ui/forms/form-failure.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { isSameAddress, loadSignedBy, loadWallet, shortAddress, useWallet, walletErrorText } from '../../membership/index.ts'
import { signerFaultTexts } from '../messages.ts'
import { askForLock, canDetectLock } from './seed-guard.ts'
import { faultOf, keepSeed } from './signer.ts'

export function seedBytes(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.trim().replace(/^0x/i, '')
  return /^([0-9a-f]{2}){16,65}$/i.test(digits) ? Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null
}

type SeedProps = {
  readonly sha256: string
  /** Null if the ApeX account's address is unknown: the seed must be typed. */
  readonly owner: SeedOwner | null
  readonly onClose: () => void
}

/** Passes a wallet-signed or typed seed to the worker. Uncontrolled field: the input is stored nowhere else. */
export function SeedDialog({ sha256, owner, onClose }: SeedProps) {
  const field = useRef<HTMLInputElement>(null)
  const { problem, setProblem, busy, isLockWatched, setLockWatched, unlock } = useUnlock({ sha256, onReady: onClose })
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    const input = field.current
    if (input === null || busy !== null) return
    const seed = seedBytes(input.value)
    if (seed === null) {
      setProblem('Enter 32 to 130 hexadecimal digits, with or without 0x')
      return
    }
    input.value = ''
    void unlock('typed', async () => seed)
  }
  return (
    <Dialog
      title="Unlock signing"
      description="Live orders are signed by your ApeX Omni seed, in a worker of this tab that has no network. The seed is stored nowhere and never sent. It is forgotten when you log out, close the tab, press Forget, hide this page for a minute, let the computer sleep, or sign nothing for ten minutes. It can sign withdrawals too: use it only on a computer that you trust."
      onClose={onClose}
    >
      {canDetectLock() && (
        <label className="flex items-center gap-2 text-13">
          <input type="checkbox" checked={isLockWatched} onChange={({ target }) => setLockWatched(target.checked)} />
          Forget it when the screen locks (the browser asks you once)
        </label>
      )}
      {problem !== null && <FieldError id="seed-problem">{problem}</FieldError>}
      {owner !== null && (
        <WalletSeedPart
          owner={owner}
          isBusy={busy === 'wallet'}
          onSign={() => void unlock('wallet', () => seedFromWallet(owner))}
          onClose={onClose}
        />
      )}
      <form onSubmit={keep} className="flex flex-col gap-3 border-line border-t pt-4" aria-label="Or type it" noValidate>
        <TextField
          ref={field}
          label="ApeX Omni seed (hexadecimal)"
          hint="What ApeX’s connector calls “seeds”: 130 digits, made together with your API key"
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={140}
          data-1p-ignore=""
          data-lpignore="true"
          aria-describedby={problem === null ? undefined : 'seed-problem'}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" busy={busy === 'typed'}>
            Use this seed
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type PartProps = { readonly owner: SeedOwner; readonly isBusy: boolean; readonly onSign: () => void; readonly onClose: () => void }

function WalletSeedPart({ owner, isBusy, onSign, onClose }: PartProps) {
  const { address, walletName, fault, status } = useWallet()
  const isOwner = isSameAddress(address, owner.address)
  const reconnecting = status === 'connecting' || status === 'reconnecting'
  const connect = (): void => {
    onClose()
    openLayer('connect-wallet')
  }
  return (
    <section className="flex flex-col gap-2" aria-label="From your wallet">
      <h3 className="font-medium text-13">From your wallet</h3>
      {isOwner && (
        <>
          <p className="text-12 text-ink-2">Your wallet shows this text. Its signature is the seed, and costs nothing.</p>
          <pre className="num wrap-anywhere overflow-x-auto whitespace-pre-wrap rounded-md border border-line bg-surface-1 px-3 py-2 text-12">
            {seedText(owner.network, address ?? owner.address)}
          </pre>
          <Button variant="primary" busy={isBusy} data-autofocus="" onClick={onSign}>
            {signWith(walletName ?? 'your wallet')}
          </Button>
        </>
      )}
      {!isOwner && !reconnecting && (
        <>
          <p className="text-13 text-ink-2">
            {fault ??
              (address === null
                ? `No wallet is connected. Unlock and connect the one of your ApeX account (${shortAddress(owner.address)}), or type the seed below.`
                : `Your ApeX account belongs to ${shortAddress(owner.address)}, your wallet is on ${shortAddress(address)}. Switch the account in your wallet, or type the seed below.`)}
          </p>
          {fault === null && address === null && (
            <Button className="self-start" aria-haspopup="dialog" onClick={connect}>
              Connect Wallet
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const signWith = (wallet: string) => `Sign with ${wallet}`

type Wish = { readonly sha256: string; readonly onReady: () => void }
type ReadSeed = () => Promise<Uint8Array<ArrayBuffer>>

/** One unlock at a time; discards a result after the dialog closes or the user changes. */
function useUnlock({ sha256, onReady }: Wish) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'wallet' | 'typed' | null>(null)
  const [isLockWatched, setLockWatched] = useState(canDetectLock)
  // A double click within one render is one call.
  const isOut = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const unlock = async (source: 'wallet' | 'typed', read: ReadSeed): Promise<void> => {
    if (isOut.current) return
    isOut.current = true
    setBusy(source)
    setProblem(null)
    const owner = useSession.getState().user?.user_id
    const isWanted = (): boolean => isOpen.current && useSession.getState().user?.user_id === owner
    try {
      // Must come first: browsers allow this prompt only right after a user gesture.
      if (isLockWatched) await askForLock()
      const seed = await read()
      if (!isWanted()) return void seed.fill(0)
      await keepSeed(seed, { sha256, isLockWatched })
      onReady()
    } catch (error) {
      setProblem(unlockProblem(error))
    } finally {
      isOut.current = false
      setBusy(null)
    }
  }
  return { problem, setProblem, busy, isLockWatched, setLockWatched, unlock }
}

function unlockProblem(error: unknown): string {
  if (error instanceof WalletSeedFault) return signerFaultTexts[error.code]
  const fault = faultOf(error)
  return fault === null ? walletErrorText(error) : signerFaultTexts[fault]
}

type SeedOwner = { readonly address: string; readonly network: ApexNetwork }

type WalletSeedFaultCode = 'other-signer' | 'no-plain-signature'

/** The wallet signed, but the signature is not the seed. */
class WalletSeedFault extends Error {
  override readonly name = 'WalletSeedFault'
  readonly code: WalletSeedFaultCode
  constructor(code: WalletSeedFaultCode) {
    super(code)
    this.code = code
  }
}

/**
 * Derives the seed from a wallet signature. The text is built here; the server contributes only the address, which must be the signer's
 * own.
 * @throws WalletSeedFault; WalletFault or the wallet's error (see `walletErrorText`)
 */
async function seedFromWallet({ address, network }: SeedOwner): Promise<Uint8Array<ArrayBuffer>> {
  const [{ checksumAddress, isSignedBy }, runtime] = await Promise.all([loadSignedBy(), loadWallet()])
  const owner = checksumAddress(address)
  const message = seedText(network, owner)
  const signature = await runtime.signAs(owner, message, 'Sign the ApeX Omni text in your wallet')
  const seed = seedOfSignature(signature)
  if (seed === null) throw new WalletSeedFault('no-plain-signature')
  if (await isSignedBy(owner, { message, signature })) return seed
  seed.fill(0)
  throw new WalletSeedFault('other-signer')
}
