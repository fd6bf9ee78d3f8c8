import type { ApexLiveOrder, ApexOrderBody } from '@aerie/wire/apex-orders'
import { useRef, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { newUuid } from '../../../lib/new-uuid.ts'
import { withProofAsked } from '../../../session/ask-proof.ts'
import { liveCalls, liveOrdersQuery, textToSign } from './live-queries.ts'
import { LIVE_WORDS } from './live-words.ts'
import { faultOf, sign } from './signer.ts'

type Wish = Omit<ApexOrderBody, 'client_id'>
/** What is signed is `body`, the user's own figures; `order` is what the server made of it. */
type Prepared = { readonly body: ApexOrderBody; readonly order: ApexLiveOrder }

const isSame = (body: ApexOrderBody, order: ApexLiveOrder): boolean =>
  (['client_id', 'symbol', 'side', 'type', 'size', 'price', 'time_in_force', 'post_only', 'reduce_only'] as const).every(
    (field) => body[field] === order[field],
  ) && (body.trigger ?? null) === order.trigger

/** The way of one live order: prepared, looked at, signed, sent. */
export function useLiveOrder() {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  // Two presses within one rendering are one order.
  const isOut = useRef(false)

  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isOut.current) return
    isOut.current = true
    setBusy(true)
    setSaid(null)
    try {
      await work()
    } catch (error) {
      const fault = faultOf(error)
      setPrepared(null)
      setSaid(fault === null ? errorText(error) : LIVE_WORDS.fault[fault])
    } finally {
      isOut.current = false
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: liveOrdersQuery.queryKey })
    }
  }
  return {
    prepared: prepared?.order ?? null,
    isBusy,
    said,
    drop: (): void => setPrepared(null),
    prepare: (wish: Wish): Promise<void> =>
      once(async () => {
        const body = { ...wish, client_id: newUuid() }
        const order = await withProofAsked(() => liveCalls.prepare(body))
        if (order === undefined) return
        if (!isSame(body, order)) return setSaid(LIVE_WORDS.confirm.differs)
        setPrepared({ body, order })
      }),
    /** Signs and sends what was looked at. Where the answer is lost, the list tells what became of it. */
    send: (): Promise<void> =>
      once(async () => {
        if (prepared === null) return
        const signature = await sign(await textToSign(prepared.body, prepared.order))
        await withProofAsked(() => liveCalls.send(prepared.body.client_id, signature))
        setPrepared(null)
      }),
  }
}
