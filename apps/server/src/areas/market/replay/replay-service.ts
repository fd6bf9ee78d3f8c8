import { type Clock, epochMs } from '@aerie/core/time'
import { MarketSourceError, type ReplayTransport } from '@aerie/market/market-source'
import { tokenBucket } from '@aerie/runtime/token-bucket'
import type { ReplayCommand, ReplayControls, ReplayView } from '@aerie/wire/market/replay'
import { AppError } from '../../../platform/http/app-error.ts'
import type { MarketService } from '../service.ts'

type Deps = {
  readonly market: Pick<MarketService, 'transport' | 'jump'> & { readonly hub: Pick<MarketService['hub'], 'kind' | 'now'> }
  readonly controls: ReplayControls
  readonly clock: Clock
}

export type ReplayService = ReturnType<typeof replayService>

/** Controls of the server's single replay, shared by all users. */
export function replayService({ market, controls, clock }: Deps) {
  const commands = tokenBucket({ clock, burst: 60, perSecond: 30 })
  // Each jump restarts the whole market.
  const jumps = tokenBucket({ clock, burst: 5, perSecond: 0.5 })
  const present = (): ReplayTransport => {
    if (market.hub.kind() !== 'replay') throw new AppError('not_found', { detail: 'This market is not a replay.' })
    const transport = market.transport()
    if (transport === undefined) throw new AppError('unavailable', { detail: 'The recording is loading.', retryAfterSeconds: 2 })
    return transport
  }
  const view = (): ReplayView => {
    const { state, speed, from, end, stepMs } = present().state()
    return { state, speed, market_time: market.hub.now(), from, end, step_ms: stepMs, controls }
  }
  const obey = async (command: ReplayCommand): Promise<ReplayView> => {
    const transport = present()
    try {
      if (command.action === 'jump') await market.jump(epochMs(command.to))
      else act(transport, command)
    } catch (error) {
      throw error instanceof MarketSourceError ? wrongField(command, error) : error
    }
    return view()
  }
  return {
    view,
    obey,
    /** For users; as `obey`. @throws AppError forbidden if only the operator may control it; rate_limited across all users */
    obeyUser: async (command: ReplayCommand): Promise<ReplayView> => {
      if (controls !== 'users') throw new AppError('forbidden', { detail: 'Only the operator of this server controls its replay.' })
      const bucket = command.action === 'jump' ? jumps : commands
      if (!bucket.take(1)) throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(bucket.waitMs(1) / 1_000)) })
      return await obey(command)
    },
  }
}

function act(transport: ReplayTransport, command: Exclude<ReplayCommand, { action: 'jump' }>): void {
  if (command.action === 'speed') transport.setSpeed(command.speed)
  else transport[command.action]()
}

const wrongField = ({ action }: ReplayCommand, { message }: MarketSourceError): AppError =>
  new AppError('bad_input', { detail: message, errors: { [action === 'jump' ? 'to' : action]: [message] } })
