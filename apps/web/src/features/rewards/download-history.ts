import { ApiError } from '../../lib/http/api-error.ts'
import { renewSession, useSession } from '../../session/session.ts'

/**
 * Saves the whole history of a wallet as a file.
 *
 * @throws ApiError
 */
export async function downloadHistory(wallet: string): Promise<void> {
  let answer = await ask(wallet)
  if (answer.status === 401 && (await renewSession()) === 'renewed') answer = await ask(wallet)
  if (!answer.ok) throw new ApiError({ code: answer.status === 429 ? 'rate_limited' : 'unavailable', status: answer.status, detail: '' })
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `staking-${wallet.toLowerCase()}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

async function ask(wallet: string): Promise<Response> {
  const { token } = useSession.getState()
  try {
    return await fetch(`/api/v1/staking/history/${wallet}?format=csv`, { headers: { authorization: `Bearer ${token}` } })
  } catch (cause) {
    throw new ApiError({ code: 'offline', status: 0, detail: '', cause })
  }
}
