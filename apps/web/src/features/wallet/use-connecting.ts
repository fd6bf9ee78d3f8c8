import { useEffect, useRef, useState } from 'react'
import { type LinkStep, linkWallet } from '../../wallet/connection/link-wallet.ts'
import { usePairing } from '../../wallet/connection/walletconnect-pairing.ts'
import { DEMO_WALLET_ID } from '../../wallet/demo/demo-chain.ts'
import { walletErrorText } from '../../wallet/wallet-errors.ts'
import { fundDemoWallet } from './fund-demo-wallet.ts'
import { reloadSoon } from './reload-soon.ts'
import type { WalletChoice } from './wallet-choices.ts'

type Connecting =
  | { readonly phase: 'choosing'; readonly failure: string | null }
  | { readonly phase: 'working'; readonly name: string; readonly step: LinkStep | 'fund' }
  | { readonly phase: 'done' }

type Steps = Connecting & {
  /** Connects and links a wallet; `'current'` is the one in use. */
  readonly start: (choice: WalletChoice | 'current', name: string) => void
  /** Stops waiting and goes back to the choice. */
  readonly cancel: () => void
}

/** The way from a choice to a linked wallet. A failure leads back to the choice, with what happened in words there. */
export function useConnecting(onDone: () => void): Steps {
  const [state, setState] = useState<Connecting>({ phase: 'choosing', failure: null })
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => stop(attempt.current), [])

  const start: Steps['start'] = (choice, name) => {
    attempt.current?.abort()
    const controller = new AbortController()
    attempt.current = controller
    const { signal } = controller
    const onStep = (step: LinkStep | 'fund') => setState({ phase: 'working', name, step })
    onStep('connect')
    const work = async () => {
      const address = await linkWallet(choice === 'current' ? null : await choice.load(), { onStep, signal })
      if (choice === 'current' || choice.id !== DEMO_WALLET_ID) return
      onStep('fund')
      await fundDemoWallet(address)
    }
    work().then(
      () => {
        setState({ phase: 'done' })
        reloadSoon('Wallet was connected successfully. Refreshing shortly.')
        onDone()
      },
      (error: unknown) => {
        if (signal.aborted) return
        console.warn('The wallet could not be connected.', error)
        setState({ phase: 'choosing', failure: walletErrorText(error) })
      },
    )
  }
  const cancel = () => {
    stop(attempt.current)
    setState({ phase: 'choosing', failure: null })
  }
  return { ...state, start, cancel }
}

function stop(attempt: AbortController | undefined): void {
  attempt?.abort()
  usePairing.getState().pairing?.cancel()
}
