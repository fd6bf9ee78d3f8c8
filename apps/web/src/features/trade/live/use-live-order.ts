import type { ApexLiveOrder, ApexOrderBody } from '@aerie/wire/apex-orders'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { newUuid } from '../../../lib/new-uuid.ts'
import { withProofAsked } from '../../../session/ask-proof.ts'
import { liveCalls, liveOrdersQuery, textToSign } from './live-queries.ts'
import { LIVE_WORDS } from './live-words.ts'
import { sendLive } from './send-live.ts'
import { faultOf, sign } from './signer.ts'

type Wish = Omit<ApexOrderBody, 'client_id'>
/**
 * What is signed is `body`, the user's own figures; `order` is what the server made of it. `signature` is kept once it was handed on
 * without an answer, `tries` times: it is asked for by the same name, as a new order might be a second one.
 */
type Prepared = {
  readonly body: ApexOrderBody
  readonly order: ApexLiveOrder
  readonly signature: string | null
  readonly tries: number
}

const isSame = (body: ApexOrderBody, order: ApexLiveOrder): boolean =>
  (['client_id', 'symbol', 'side', 'type', 'size', 'price', 'time_in_force', 'post_only', 'reduce_only'] as const).every(
    (field) => body[field] === order[field],
  ) && (body.trigger ?? null) === order.trigger

/** One piece of work at a time: two presses within one rendering are one order. @param onFault told of what the work throws */
function useOnce(onFault: (error: unknown) => void) {
  const [isBusy, setBusy] = useState(false)
  const isOut = useRef(false)
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isOut.current) return
    isOut.current = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      onFault(error)
    } finally {
      isOut.current = false
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: liveOrdersQuery.queryKey })
    }
  }
  return { isBusy, once }
}

/** The way of one live order: prepared, looked at, signed, sent. */
export function useLiveOrder() {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  // How far it has come, where a press may come before the rendering that says so; left by whoever leaves the page, too.
  const stage = useRef<'open' | 'left' | 'sending'>('open')
  useEffect(
    () => () => {
      stage.current = 'left'
    },
    [],
  )
  const { isBusy, once } = useOnce((error) => {
    const fault = faultOf(error)
    setPrepared(null)
    setSaid(fault === null ? errorText(error) : LIVE_WORDS.fault[fault])
  })
  const handOn = async (order: Prepared, signature: string): Promise<void> => {
    stage.current = 'sending'
    setSending(true)
    const { isUnanswered, words } = await sendLive({ clientId: order.body.client_id, signature, isAskedAgain: order.tries > 0 })
    stage.current = 'open'
    setSending(false)
    setSaid(words)
    setPrepared(isUnanswered ? { ...order, signature, tries: order.tries + 1 } : null)
  }
  return {
    prepared,
    isBusy,
    isSending,
    said,
    /** Leaves the order, until it is handed on: then nothing stops it. */
    drop: (): void => {
      if (stage.current === 'sending') return
      stage.current = 'left'
      setPrepared(null)
      if (prepared !== null && prepared.tries > 0)
        setSaid('The last order may have been sent. Look for it under Open and Recent before you place it again.')
    },
    prepare: (wish: Wish): Promise<void> =>
      once(async () => {
        setSaid(null)
        const body = { ...wish, client_id: newUuid() }
        const order = await withProofAsked(() => liveCalls.prepare(body))
        if (order === undefined) return
        if (!isSame(body, order))
          return setSaid('The server prepared another order than the one you entered. Nothing was signed. Go back and enter it again.')
        setPrepared({ body, order, signature: null, tries: 0 })
      }),
    /** Signs and sends what was looked at; asks for it where an answer was lost. */
    send: (): Promise<void> =>
      once(async () => {
        if (prepared === null) return
        setSaid(null)
        stage.current = 'open'
        const signature = prepared.signature ?? (await sign(await textToSign(prepared.body, prepared.order)))
        if (stage.current !== 'open') return setSaid('You went back. Nothing was sent.')
        await handOn(prepared, signature)
      }),
  }
}
