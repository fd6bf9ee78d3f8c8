import {
  CONNECTED_EXCHANGES,
  type ConnectedExchange,
  type ConnectionBody,
  type JournalConnection,
} from '@aerie/wire/journal/journal-connections'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { useProof } from '../../account/index.ts'
import { whenText } from '../figure-text.ts'
import { journalCalls } from '../journal-calls.ts'
import { countText } from '../messages.ts'
import { readAgain } from '../use-journal.ts'

const WORKING_MS = 2_000
const RESTING_MS = 20_000
const isWorking = ({ state }: JournalConnection): boolean => state === 'checking' || state === 'filling'

export const connectionsQuery = queryOptions({
  queryKey: ['journal', 'connections'] as const,
  queryFn: ({ signal }) => journalCalls.connections({ signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? WORKING_MS : RESTING_MS),
})

const readConnections = (): Promise<void> => queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey })

type Field = 'key' | 'secret' | 'passphrase' | 'address'
type ExchangeForm = { readonly name: string; readonly fields: readonly Field[]; readonly permission: string }

const EXCHANGES: Readonly<Record<ConnectedExchange, ExchangeForm>> = {
  binance: {
    name: 'Binance',
    fields: ['key', 'secret'],
    permission:
      'At Binance, open API Management and create a system-generated (HMAC) key. Leave only “Enable Reading” ticked: no trading, no transfers, no withdrawals. If you limit the key to IP addresses, use the address of this server.',
  },
  bybit: {
    name: 'Bybit',
    fields: ['key', 'secret'],
    permission:
      'At Bybit, open API and create a system-generated key. Choose “Read-Only”, and tick Orders and Trade for the unified account. It needs a unified trading account.',
  },
  okx: {
    name: 'OKX',
    fields: ['key', 'secret', 'passphrase'],
    permission:
      'At OKX, open API and create a key for API trading with the permission “Read” only. The passphrase is the one that you chose for the key.',
  },
  kraken: {
    name: 'Kraken',
    fields: ['key', 'secret'],
    permission:
      'At Kraken, open API and create a key with “Query closed orders and trades” only. The secret is the private key. Kraken is asked for a validated order, a cancellation and withdrawal methods, and must refuse all three.',
  },
  hyperliquid: {
    name: 'Hyperliquid',
    fields: ['address'],
    permission:
      'Enter the address of your account or subaccount, not that of an API wallet. Its trades are public, so that no key is needed.',
  },
}

const LABELS: Readonly<Record<Field, string>> = { key: 'API key', secret: 'Secret', passphrase: 'Passphrase', address: 'Address' }

/** Connections to exchanges, and the form for another one. */
export function Connections() {
  const query = useQuery(connectionsQuery, queryClient)
  useJournalUpdates(query.data)
  return (
    <div className="flex flex-col gap-4">
      <QueryView
        query={query}
        loading="Loading connections"
        failed="Connections could not be loaded"
        stale="Connections could not be updated."
        isCompact
        rows={1}
        rowClassName="h-12 w-full"
        className=""
        isEmpty={(connections) => connections.length === 0}
        empty={
          <p className="text-13 text-ink-2">No exchange is connected yet. A connection reads your trades automatically every 15 minutes.</p>
        }
      >
        {(connections) => (
          <ul aria-label="Connections" className="flex flex-col gap-3">
            {connections.map((connection) => (
              <ConnectionItem key={connection.id} connection={connection} />
            ))}
          </ul>
        )}
      </QueryView>
      <ConnectionForm />
    </div>
  )
}

/** Loads the journal again whenever connections have added trades. */
function useJournalUpdates(connections: readonly JournalConnection[] | undefined): void {
  const entries = connections?.reduce((sum, each) => sum + each.entries, 0)
  const before = useRef(entries)
  useEffect(() => {
    if (before.current !== undefined && entries !== undefined && entries !== before.current) readAgain()
    before.current = entries
  }, [entries])
}

function ConnectionItem({ connection }: { readonly connection: JournalConnection }) {
  const { id, exchange, source, key_ends, address, state, error, covers, entries, trips, synced_at, progress } = connection
  const [isRemoving, setRemoving] = useState(false)
  const name = source === null ? EXCHANGES[exchange].name : `${EXCHANGES[exchange].name}, ${source}`
  const sync = useMutation(
    { mutationFn: () => journalCalls.sync(id), onError: (failure) => notify('error', errorText(failure)), onSettled: readConnections },
    queryClient,
  )
  const access = key_ends === null ? `address ${address?.slice(0, 6)}…${address?.slice(-4)}` : `key ending in ${key_ends}`
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line p-3">
      <span className="flex flex-wrap items-start justify-between gap-2">
        <span className="min-w-0">
          <h3 className="break-words font-semibold text-13">{name}</h3>
          <p className="num break-words text-12 text-ink-2">
            {`${access} · ${countText(entries, 'entry', 'entries')}, ${countText(trips, 'trade', 'trades')}`}
          </p>
        </span>
        <span className="flex flex-wrap gap-2">
          {state !== 'key_rejected' && (
            <Button
              size="sm"
              aria-label={`Sync ${name} now`}
              busy={sync.isPending}
              disabledReason={
                isWorking(connection) ? 'It is reading already.' : state === 'rate_limited' ? 'The exchange asks to wait.' : undefined
              }
              onClick={() => sync.mutate()}
            >
              Sync now
            </Button>
          )}
          <Button size="sm" aria-label={`Remove ${name}`} aria-expanded={isRemoving} onClick={() => setRemoving(!isRemoving)}>
            Remove
          </Button>
        </span>
      </span>
      <p role="status" className={state === 'key_rejected' ? 'text-12 text-danger' : 'num text-12 text-ink-2'}>
        {stateText(connection)}
      </p>
      {state === 'filling' && progress.total > 0 && (
        <progress
          className="w-full accent-(--track-fill)"
          aria-label={`Trades of ${name} read`}
          max={progress.total}
          value={progress.done}
        />
      )}
      {error !== null && (
        <p className="break-words text-12 text-warning">
          {state === 'key_rejected' ? `${error} The key was deleted. Connect again with the same account name to continue.` : error}
        </p>
      )}
      {synced_at !== null && state !== 'up_to_date' && (
        <p className="num text-12 text-ink-2">{`Last complete reading: ${whenText(Date.parse(synced_at))}`}</p>
      )}
      {covers.length > 0 && (
        <details className="text-12 text-ink-2">
          <summary className="cursor-pointer">What is covered</summary>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-4">
            {covers.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {isRemoving && <RemovalChoice connection={connection} name={name} onCancel={() => setRemoving(false)} />}
    </li>
  )
}

function stateText({ state, progress, synced_at, retry_at }: JournalConnection): string {
  const retry = retry_at === null ? 'soon' : whenText(Date.parse(retry_at))
  switch (state) {
    case 'checking':
      return 'Checking the key'
    case 'filling':
      return progress.total === 0 ? 'Reading trades' : `Reading trades: ${Math.floor((progress.done / progress.total) * 100)} %`
    case 'up_to_date':
      return synced_at === null ? 'Up to date' : `Up to date, last read ${whenText(Date.parse(synced_at))}`
    case 'rate_limited':
      return `The exchange limits requests. Continues ${retry}`
    case 'retrying':
      return `Interrupted. Tries again ${retry}`
    case 'key_rejected':
      return 'The exchange rejected the key'
  }
}

type RemovalProps = { readonly connection: JournalConnection; readonly name: string; readonly onCancel: () => void }

function RemovalChoice({ connection: { id, import_id, trips }, name, onCancel }: RemovalProps) {
  const remove = useMutation(
    {
      mutationFn: async (isWithTrades: boolean) => {
        await journalCalls.disconnect(id)
        if (isWithTrades) await journalCalls.undo(import_id)
      },
      onSuccess: () => notify('success', `${name} removed.`),
      onError: (failure) => notify('error', errorText(failure)),
      onSettled: async () => {
        readAgain()
        await readConnections()
      },
    },
    queryClient,
  )
  return (
    <fieldset className="flex flex-col gap-2 border-line border-t pt-2">
      <legend className="sr-only">{`Remove ${name}`}</legend>
      <p className="text-12 text-ink-1">
        The key is deleted and nothing more is read. {countText(trips, 'trade', 'trades')} can stay in the journal; under Earlier imports
        you can remove them later.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" data-autofocus="" busy={remove.isPending} onClick={() => remove.mutate(false)}>
          Remove, keep trades
        </Button>
        <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate(true)}>
          Remove with its trades
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </fieldset>
  )
}

const MOST_SOURCE = 34
const EMPTY = { source: '', key: '', secret: '', passphrase: '', address: '' }
const required = z.string().check(z.minLength(1, 'Required'))
const anything = z.string()

const schemaOf = (fields: readonly Field[]) =>
  z.object({
    source: anything,
    key: fields.includes('key') ? required : anything,
    secret: fields.includes('secret') ? required : anything,
    passphrase: fields.includes('passphrase') ? required : anything,
    address: fields.includes('address')
      ? z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'An address of 0x and 40 hexadecimal digits'))
      : anything,
  })

function ConnectionForm() {
  const [exchange, setExchange] = useState<ConnectedExchange>(CONNECTED_EXCHANGES[0])
  const { withProof, proofDialog } = useProof()
  const { name, fields, permission } = EXCHANGES[exchange]
  const choiceId = useId()
  const form = useForm({
    schema: schemaOf(fields),
    initial: EMPTY,
    beside: { exchange },
    send: async (values) => {
      const given = Object.fromEntries(fields.map((field) => [field, values[field]]))
      const source = values.source.trim()
      const body: ConnectionBody = { exchange, ...given, ...(source !== '' && { source }) }
      const made = await withProof(() => journalCalls.connect(body))
      if (made === undefined) return
      form.reset()
      notify('success', `${name} is connected. Its trades are being read.`)
      await readConnections()
    },
  })
  return (
    <form {...form.formProps} aria-label="Connect an exchange" className="flex max-w-md flex-col gap-3">
      <span className="flex flex-col gap-1">
        <label htmlFor={choiceId} className="font-medium text-13 text-ink-1">
          Exchange
        </label>
        <select
          id={choiceId}
          className={inputStyle}
          value={exchange}
          onChange={({ target }) => {
            const chosen = CONNECTED_EXCHANGES.find((each) => each === target.value)
            if (chosen !== undefined) setExchange(chosen)
            form.reset()
          }}
        >
          {CONNECTED_EXCHANGES.map((each) => (
            <option key={each} value={each}>
              {EXCHANGES[each].name}
            </option>
          ))}
        </select>
      </span>
      <p className="text-13 text-ink-2">{permission}</p>
      {fields.map((field) => (
        <TextField
          {...form.field(field)}
          key={field}
          label={LABELS[field]}
          name={`connection_${field}`}
          type={field === 'key' || field === 'address' ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={512}
          onChange={({ target }) => form.set(field, target.value.trim())}
        />
      ))}
      <TextField
        {...form.field('source')}
        label="Account name (optional)"
        name="connection_source"
        autoComplete="off"
        maxLength={MOST_SOURCE}
        hint="Only for several accounts, or if you named the account when you imported its files: use the same name, so that no trade is counted twice."
      />
      <FormFailure failure={form.failure} />
      <span>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {fields.includes('address') ? 'Connect' : 'Check the key and connect'}
        </Button>
      </span>
      <p className="text-12 text-ink-2">
        {fields.includes('address')
          ? 'An address is public: nobody can trade with it.'
          : `${name} is asked first what the key may do. A key that may trade or withdraw is refused and not stored. A read-only key is stored encrypted and never shown again.`}
      </p>
      {proofDialog}
    </form>
  )
}
