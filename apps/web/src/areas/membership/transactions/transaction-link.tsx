import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { shortAddress } from '../address-of.ts'
import { chainQuery } from '../gate/account-queries.ts'

export function TransactionLink({ hash }: { readonly hash: string }) {
  const { data } = useQuery(chainQuery, queryClient)
  const explorer = data?.chain?.explorer ?? null
  const short = shortAddress(hash)
  return (
    <span className="inline-flex items-center gap-1 text-12 text-ink-2">
      {explorer === null ? (
        <span translate="no" className="num" title={hash}>
          {short}
        </span>
      ) : (
        <a
          href={`${explorer}/tx/${hash}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Transaction ${short} in the explorer, opens a new tab`}
          className="num inline-flex min-h-6 items-center gap-1 text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {short}
          <ExternalLink size={12} aria-hidden="true" />
        </a>
      )}
      <IconButton
        label={`Copy transaction ${short}`}
        onClick={() => void copyText(hash, 'Transaction hash copied.', 'The hash could not be copied. Select it instead.')}
      >
        <Copy size={14} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
