import { ChevronDown, FlaskConical } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { useIsLoggedIn, useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { ForeignLink } from '../../../ui/controls/foreign-link.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Spinner } from '../../../ui/states/progress.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { addressOf, shortAddress } from '../address-of.ts'
import { readChainConfig } from '../connection/chain-config.ts'
import { type LinkStep, linkWallet } from '../connection/link-wallet.ts'
import { usePairing } from '../connection/walletconnect-pairing.ts'
import { DEMO_WALLET_ID, hasDemoWallet } from '../demo/demo-chain.ts'
import { giveTestFunds } from '../gate/test-funds.tsx'
import { loadWallet } from '../wallet.ts'
import { walletErrorText } from '../wallet-errors.ts'
import { isSameAddress, useWalletState } from '../wallet-state.ts'
import { ChoiceList, WalletIcon } from './choice-list.tsx'
import { type WalletChoice, type WalletChoices, type WalletObstacle, walletChoices } from './wallet-choices.ts'
import { reloadSoon } from './wallets-queries.ts'

export function ConnectWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const isLoggedIn = useIsLoggedIn()
  return (
    <Dialog
      title="Connect Wallet"
      description="Choose how you want to connect from the available wallet providers to get started."
      onClose={onClose}
    >
      {isLoggedIn ? <Connect onClose={onClose} /> : <LogInFirst onClose={onClose} />}
    </Dialog>
  )
}

function Connect({ onClose }: { readonly onClose: () => void }) {
  const connecting = useConnecting(onClose)
  const choices = useChoices()
  if (connecting.phase !== 'choosing')
    return (
      <ConnectingView
        name={connecting.phase === 'working' ? connecting.name : ''}
        step={connecting.phase === 'working' ? connecting.step : 'store'}
        onCancel={connecting.cancel}
      />
    )
  return (
    <>
      {connecting.failure !== null && (
        <p role="alert" className="rounded-md border border-line-strong bg-surface-1 px-3 py-2 text-13 text-ink-1">
          {connecting.failure}
        </p>
      )}
      <InUse onUse={(name) => connecting.start('current', name)} />
      {choices.phase === 'loading' && <Loading />}
      {choices.phase === 'failed' && (
        <ErrorState title="Wallets could not be loaded" onRetry={choices.retry}>
          {choices.text}
        </ErrorState>
      )}
      {choices.phase === 'ready' && <Lists lists={choices.list} onChoose={(choice) => connecting.start(choice, choice.name)} />}
    </>
  )
}

type ListsProps = { readonly lists: WalletChoices; readonly onChoose: (choice: WalletChoice) => void }

const Lists = ({ lists: { detected, demo, more, unavailable }, onChoose }: ListsProps) => (
  <>
    <ChoiceList title="Detected in this browser" list={detected} onChoose={onChoose} />
    {demo !== null && <DemoChoice choice={demo} onChoose={onChoose} />}
    <ChoiceList title="More wallets" isTitleHidden={detected.length === 0} list={more} onChoose={onChoose} />
    <UnavailableList list={unavailable} />
  </>
)

function InUse({ onUse }: { readonly onUse: (name: string) => void }) {
  const address = useWalletState((state) => state.address)
  const name = useWalletState((state) => state.walletName) ?? 'your wallet'
  const linked = useSession(({ user }) => storedWallet(user))
  if (address === null || isSameAddress(address, linked)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line-strong bg-surface-1 px-4 py-3">
      <p className="min-w-0 text-13 text-ink-2">
        {`Connected in ${name}:`}{' '}
        <span translate="no" className="num text-ink-1">
          {shortAddress(address)}
        </span>
      </p>
      <Button variant="primary" size="sm" onClick={() => onUse(name)}>
        Use this wallet
      </Button>
    </div>
  )
}

const LogInFirst = ({ onClose }: { readonly onClose: () => void }) => (
  <div className="flex flex-col gap-3">
    <p className="text-13 text-ink-2">Log in first: a wallet is linked to your account.</p>
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>Cancel</Button>
      <ButtonLink variant="primary" to="/auth/login" onClick={onClose}>
        Log In
      </ButtonLink>
    </div>
  </div>
)

const Loading = () => (
  <div role="status" aria-label="Looking for wallets" className="flex flex-col gap-2">
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} className="h-11 w-full" />
    ))}
  </div>
)

type ConnectingViewProps = { readonly name: string; readonly step: keyof typeof stepTexts; readonly onCancel: () => void }

function ConnectingView({ name, step, onCancel }: ConnectingViewProps) {
  const request = useWalletState((state) => state.request)
  const pairing = usePairing((state) => state.pairing)
  return (
    <div className="flex flex-col gap-4">
      {pairing !== null && <PairingCode uri={pairing.uri} />}
      <div role="status" className="flex items-center gap-3 text-13 text-ink-2">
        <Spinner />
        <div className="min-w-0">
          <p className="font-medium text-15 text-ink-1">
            {pairing === null ? (request ?? name) : "Scan the code with your phone's wallet"}
          </p>
          {(request === null || step === 'sign') && <p>{stepTexts[step]}</p>}
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}

const PairingCode = ({ uri }: { readonly uri: string }) => (
  <div className="flex flex-col items-center gap-3">
    <QrCode text={uri} label="Code to scan with your phone's wallet" className="w-full max-w-64" />
    <div className="flex flex-wrap justify-center gap-2">
      <a href={uri} className="inline-flex min-h-9 items-center rounded-md px-3 text-13 text-accent-text underline sm:hidden">
        Open in a wallet on this phone
      </a>
      <Button
        size="sm"
        onClick={() => copyText(uri, 'Code copied. Paste it in your wallet.', 'The code could not be copied. Scan it instead.')}
      >
        Copy code
      </Button>
    </div>
  </div>
)

type DemoChoiceProps = { readonly choice: WalletChoice; readonly onChoose: (choice: WalletChoice) => void }

/** The button's label is only the wallet's name; its click area covers the card. */
const DemoChoice = ({ choice, onChoose }: DemoChoiceProps) => (
  <div className="relative flex items-start gap-3 rounded-md border border-accent border-dashed bg-surface-1 px-4 py-3 hover:bg-surface-3">
    <FlaskConical size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-15 text-ink-1">
        <button
          type="button"
          aria-describedby="demo-wallet-tag demo-wallet-text"
          onClick={() => onChoose(choice)}
          className="text-left after:absolute after:inset-0"
        >
          Demo wallet
        </button>
        <span id="demo-wallet-tag" className="rounded-full border border-line-strong px-2 font-normal text-11 text-ink-2">
          Local chain only
        </span>
      </div>
      <div id="demo-wallet-text" className="flex flex-col gap-1">
        <p className="text-13 text-ink-1">Ready in seconds, with free test funds. Stake and pay without a real wallet.</p>
        <p className="text-12 text-ink-2">Its key is created and kept in this browser until you log out. Test funds have no value.</p>
      </div>
    </div>
  </div>
)

function UnavailableList({ list }: { readonly list: readonly WalletChoice[] }) {
  const id = useId()
  if (list.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="text-12 text-ink-2">
        Other wallets
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {list.map((choice) => (
          <li key={choice.id}>
            <Unavailable choice={choice} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The button's label is only the wallet's name; its click area covers the row. */
function Unavailable({ choice: { name, icon, obstacle } }: { readonly choice: WalletChoice }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="relative flex items-center gap-3 px-3 text-13 text-ink-2 hover:bg-surface-3">
        <WalletIcon icon={icon} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-state`}
          onClick={() => setOpen(!isOpen)}
          className="min-h-9 min-w-0 flex-1 truncate text-left after:absolute after:inset-0 pointer-coarse:min-h-11"
        >
          {name}
        </button>
        <span id={`${id}-state`} className="text-12 text-ink-3">
          {obstacle?.state}
        </span>
        <ChevronDown size={16} aria-hidden="true" className={isOpen ? 'rotate-180' : undefined} />
      </div>
      <div id={id} hidden={!isOpen}>
        {obstacle !== null && <NextStep obstacle={obstacle} />}
      </div>
    </>
  )
}

const NextStep = ({ obstacle: { next, install } }: { readonly obstacle: WalletObstacle }) => (
  <p className="px-3 pt-1 pb-3 text-13 text-ink-1">
    {next} {install !== null && <ForeignLink href={install}>Install</ForeignLink>}
  </p>
)

type Connecting =
  | { readonly phase: 'choosing'; readonly failure: string | null }
  | { readonly phase: 'working'; readonly name: string; readonly step: LinkStep | 'fund' }
  | { readonly phase: 'done' }

type Steps = Connecting & {
  readonly start: (choice: WalletChoice | 'current', name: string) => void
  readonly cancel: () => void
}

/** A failure returns to the list with an error message. */
function useConnecting(onDone: () => void): Steps {
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

/** Failures are ignored: other screens offer test funds to an empty wallet. */
async function fundDemoWallet(address: string): Promise<void> {
  try {
    const { publicClient } = await loadWallet()
    if ((await publicClient.getBalance({ address: addressOf(address) })) === 0n) await giveTestFunds(address, newUuid())
  } catch (error) {
    console.warn('The demo wallet has no test funds yet.', error)
  }
}

type Choices =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly text: string }
  | { readonly phase: 'ready'; readonly list: WalletChoices }

/** Wallets that announce themselves later are added. */
function useChoices(): Choices & { readonly retry: () => void } {
  const [choices, setChoices] = useState<Choices>({ phase: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry runs the effect again
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

const stepTexts = {
  connect: 'Waiting for the wallet',
  network: 'Checking the network',
  sign: 'Sign the message to prove the wallet is yours. It is free and sends nothing.',
  store: 'Linking the wallet to your account',
  fund: 'Adding test funds',
} satisfies Readonly<Record<LinkStep | 'fund', string>>
