import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { loadWallet } from '../wallet.ts'
import type { Address } from '../wallet-state.ts'
import type { TransactionCall } from './transaction-state.ts'
import { costText, failureText } from './transaction-text.ts'

type GasLineProps = {
  readonly from: Address
  readonly call: TransactionCall | null
  readonly why?: string
}

export function GasLine({ from, call, why = 'enter an amount to see it' }: GasLineProps) {
  const { data, error, isFetching } = useQuery(
    {
      queryKey: ['gas', from, call?.to, call?.data] as const,
      enabled: call !== null,
      retry: false,
      staleTime: 15_000,
      queryFn: async () => {
        const work = await import('./transaction-work.ts')
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
      Gas: {gasText()}{' '}
      <Explain title="Gas">
        <p>The estimated network fee, in ETH. On Base, a small fee for data on Ethereum is added.</p>
        <p>The gas limit is a quarter and 20,000 above the estimate, in case others act in the same second. Unused gas is not charged.</p>
      </Explain>
    </div>
  )

  function gasText(): string {
    if (call === null) return why
    if (data?.refusal) return `not known. ${data.refusal}`
    const cost = data?.estimate ? costText(data.estimate) : null
    if (cost !== null) return cost
    if (isFetching) return 'estimating…'
    return error === null ? 'not known; your wallet shows it' : 'not known: the chain is not responding'
  }
}
