import { useCallback, useEffect, useState } from 'react'
import { readChainConfig } from '../../wallet/connection/chain-config.ts'
import { hasDemoWallet } from '../../wallet/demo/demo-chain.ts'
import { loadWallet } from '../../wallet/wallet.ts'
import { walletErrorText } from '../../wallet/wallet-errors.ts'
import { type WalletChoices, walletChoices } from './wallet-choices.ts'

type Choices =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly text: string }
  | { readonly phase: 'ready'; readonly list: WalletChoices }

/** The wallets that can be chosen here; one that announces itself later joins the list. */
export function useChoices(): Choices & { readonly retry: () => void } {
  const [choices, setChoices] = useState<Choices>({ phase: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try starts over
  useEffect(() => {
    let isGone = false
    let stop = (): void => undefined
    const show = (next: Choices): void => {
      if (!isGone) setChoices(next)
    }
    openChoices((list) => show({ phase: 'ready', list })).then(
      (unsubscribe) => {
        if (isGone) unsubscribe()
        else stop = unsubscribe
      },
      (error: unknown) => {
        console.warn('The wallets could not be listed.', error)
        show({ phase: 'failed', text: walletErrorText(error) })
      },
    )
    return () => {
      isGone = true
      stop()
    }
  }, [tries])
  const retry = useCallback(() => {
    setChoices({ phase: 'loading' })
    setTries((before) => before + 1)
  }, [])
  return { ...choices, retry }
}

async function openChoices(show: (list: WalletChoices) => void): Promise<() => void> {
  const [runtime, { walletconnect_project_id: projectId, safe_app: isSafeApp = false }] = await Promise.all([
    loadWallet(),
    readChainConfig(),
  ])
  const refresh = async (): Promise<void> =>
    show(
      walletChoices({
        own: await runtime.wallets(),
        isFramed: window.parent !== window,
        projectId,
        isSafeApp,
        isLocal: runtime.chain.is_local,
        hasDemo: hasDemoWallet(runtime.chain),
      }),
    )
  const stop = runtime.onConnectors(() => void refresh())
  await refresh()
  return stop
}
