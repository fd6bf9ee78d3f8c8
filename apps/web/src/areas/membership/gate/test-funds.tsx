import { requestTestFunds, type testFunds } from '@aerie/wire/staking'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { refetchQueries } from '../../../platform/live/own-changes.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { amountText } from '../amount-text.ts'

const USDC_DECIMALS = 6
const CHANGED = ['wallets', 'tier', 'staking', 'allowance', 'gas']

/** A retry after a lost response reuses the idempotency key, so funds are granted once. */
export function TestFunds({ address }: { readonly address: string }) {
  const key = useRef<string>(undefined)
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => {
        key.current ??= newUuid()
        return giveTestFunds(address, key.current)
      },
      onSuccess: ({ eth, token, usdc }) => {
        key.current = undefined
        notify('success', `Test funds added: ${amountText(eth)} ETH, ${amountText(token)} AERIE, ${amountText(usdc, USDC_DECIMALS)} USDC.`)
        refetchQueries(CHANGED)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status > 0 && error.status < 500) key.current = undefined
        notify('error', errorText(error))
      },
    },
    queryClient,
  )
  return (
    <div className="inline-flex items-center gap-1">
      <Button size="sm" busy={isPending} onClick={() => mutate()}>
        Get test funds
      </Button>
      <Explain title="test funds">
        <p>ETH, AERIE and USDC on the local chain of this server, for trying things out. They have no value.</p>
        <p>Up to five times a day.</p>
      </Explain>
    </div>
  )
}

/** What was given, in base units. */
type TestFundsGiven = z.output<typeof testFunds>

/**
 * Asks the server for funds of the local chain for a linked wallet. Under one key it gives once.
 *
 * @throws ApiError
 */
export const giveTestFunds = (address: string, key: string): Promise<TestFundsGiven> =>
  api(requestTestFunds, { headers: { 'idempotency-key': key }, body: { address } })
