import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/query-client.ts'
import { Explain } from '../../ui/explain.tsx'
import type { TransactionCall } from '../../wallet/transaction-state.ts'
import { loadWallet } from '../../wallet/wallet.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { failureText } from './revert-text.ts'
import { costText } from './transaction-words.ts'

type GasLineProps = {
  readonly from: Address
  /** Null while nothing can be estimated yet; `why` says the reason. */
  readonly call: TransactionCall | null
  readonly why?: string
}

/** What a call would cost before it is sent, or why that is not known. */
export function GasLine({ from, call, why = 'known once an amount is entered' }: GasLineProps) {
  const { data, error, isFetching } = useQuery(
    {
      queryKey: ['gas', from, call?.to, call?.data] as const,
      enabled: call !== null,
      retry: false,
      staleTime: 15_000,
      queryFn: async () => {
        const work = await import('../../wallet/transaction-work.ts')
        const { publicClient } = await loadWallet()
        try {
          return { estimate: await work.estimateCall(publicClient, from, call ?? { to: from, data: '0x' }), refusal: null }
        } catch (failure) {
          return { estimate: null, refusal: failureText(work.failureOf(failure)) }
        }
      },
    },
    queryClient,
  )
  return (
    <div className="text-12 text-ink-2">
      Gas: {words()}{' '}
      <Explain title="gas">
        <p>What the network is likely to take for the transaction, in ETH. On Base a small fee for its data on Ethereum comes on top.</p>
        <p>
          The gas limit sent with it is a quarter and 20,000 higher, because others may act in the same second. What is not used is not
          paid.
        </p>
      </Explain>
    </div>
  )

  function words(): string {
    if (call === null) return why
    if (data?.refusal) return `not known. ${data.refusal}`
    const cost = data?.estimate ? costText(data.estimate) : null
    if (cost !== null) return cost
    if (isFetching) return 'asking the chain…'
    return error === null ? 'not known; your wallet says it' : 'not known: the chain does not answer now'
  }
}
