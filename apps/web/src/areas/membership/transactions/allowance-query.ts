import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { queryOptions } from '@tanstack/react-query'
import { loadWallet } from '../wallet.ts'
import type { Address } from '../wallet-state.ts'

type Allowance = { readonly token: Address; readonly owner: Address; readonly spender: Address }

export const allowanceQuery = ({ token, owner, spender }: Allowance) =>
  queryOptions({
    queryKey: ['allowance', token, owner, spender] as const,
    queryFn: async () => {
      const { publicClient } = await loadWallet()
      const of = { address: token, abi: aerieTokenAbi } as const
      const [allowance, balance] = await Promise.all([
        publicClient.readContract({ ...of, functionName: 'allowance', args: [owner, spender] }),
        publicClient.readContract({ ...of, functionName: 'balanceOf', args: [owner] }),
      ])
      return { allowance, balance }
    },
  })
