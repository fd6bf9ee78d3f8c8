import { serverStatus } from '@aerie/wire/server-info'
import * as z from 'zod/mini'

/** True once the server has forecasts; it has loaded the stored history by then. */
export async function hasForecasts(url: string): Promise<true | undefined> {
  const answer: unknown = await (await fetch(`${url}/api/v1/status`)).json()
  const { parts } = z.parse(z.object({ data: serverStatus }), answer).data
  return parts.some(({ name, health }) => name === 'forecast' && health === 'ok') || undefined
}
