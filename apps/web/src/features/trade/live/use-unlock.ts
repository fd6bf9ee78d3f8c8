import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../session/session.ts'
import { walletErrorText } from '../../../wallet/wallet-errors.ts'
import { LIVE_WORDS } from './live-words.ts'
import { askForLock, canTellLock } from './seed-guard.ts'
import { faultOf, keepSeed } from './signer.ts'
import { WalletSeedFault } from './wallet-seed.ts'

type Wish = { readonly sha256: string; readonly onReady: () => void }
type ReadSeed = () => Promise<Uint8Array<ArrayBuffer>>

/** Gives the worker a seed, once at a time; what comes after the dialog was closed, or for another user, is dropped. */
export function useUnlock({ sha256, onReady }: Wish) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'wallet' | 'typed' | null>(null)
  const [isLockWatched, setLockWatched] = useState(canTellLock)
  // Two presses within one rendering are one.
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
      // Browsers allow this question only just after the press; the wallet takes longer.
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
  if (error instanceof WalletSeedFault) return LIVE_WORDS.fault[error.code]
  const fault = faultOf(error)
  return fault === null ? walletErrorText(error) : LIVE_WORDS.fault[fault]
}
