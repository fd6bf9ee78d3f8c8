import { endpoint } from '@aerie/wire/endpoint'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { api, apiText, bindCredentials } from './api.ts'
import { ApiError } from './api-error.ts'

const answer = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)
const problem = (status: number, code: string, more: object = {}) =>
  answer({ type: `urn:aerie:problem:${code}`, title: 'No', status, detail: 'Not like this.', code, ...more }, { status })
const number = z.object({ n: z.number() })
const x = { auth: 'public', summary: 'A number' } as const
const getNumber = endpoint('GET /x', { ...x, returns: number })
const sendFile = endpoint('POST /x', { ...x, consumes: ['text/csv'], returns: number })
const getFile = endpoint('GET /x', { ...x, file: 'text/csv' })
const fetched = vi.fn<typeof fetch>()
const thrown = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('no ApiError was thrown', { cause: error })
}

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  bindCredentials({ token: () => null, renew: async () => false })
})
afterEach(() => vi.unstubAllGlobals())

describe('api', () => {
  it('returns the data of the envelope', async () => {
    fetched.mockResolvedValue(answer({ data: { n: 7 } }))
    expect(await api(getNumber, {})).toEqual({ n: 7 })
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/x')
  })

  it('sends a file unchanged, and returns a file as received', async () => {
    fetched.mockResolvedValueOnce(answer({ data: { n: 1 } })).mockResolvedValueOnce(new Response('a,b\r\n'))
    const file = new Blob(['\uFEFFa;b'])
    await api(sendFile, { body: file })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ body: file, headers: { 'content-type': 'text/csv' } })
    expect(await apiText(getFile, {})).toBe('a,b\r\n')
  })

  it('throws the code, detail, field errors and retry delay of a problem response', async () => {
    fetched.mockResolvedValue(
      new Response(
        JSON.stringify({ type: 't', title: 'T', status: 429, detail: 'Slow down.', code: 'rate_limited', errors: { email: ['no'] } }),
        {
          status: 429,
          headers: { 'retry-after': '30' },
        },
      ),
    )
    const error = await thrown(api(getNumber, {}))
    expect(error).toMatchObject({
      code: 'rate_limited',
      status: 429,
      detail: 'Slow down.',
      errors: { email: ['no'] },
      retryAfterSeconds: 30,
    })
  })

  it('keeps a domain-specific code, with the general code of its status', async () => {
    fetched.mockResolvedValue(problem(422, 'tickRejected'))
    expect(await thrown(api(getNumber, {}))).toMatchObject({ code: 'rule_broken', reason: 'tickRejected', detail: 'Not like this.' })
    fetched.mockResolvedValue(problem(409, 'client_id_used'))
    expect(await thrown(api(getNumber, {}))).toMatchObject({ code: 'conflict', reason: 'client_id_used' })
  })

  it.each([
    [502, 'unavailable'],
    [500, 'internal'],
    [418, 'bad_answer'],
  ])('maps a %i response without a problem body to an error code', async (status, code) => {
    fetched.mockResolvedValue(new Response('<html>', { status }))
    expect((await thrown(api(getNumber, {}))).code).toBe(code)
  })

  it('rejects a response that does not match the schema', async () => {
    fetched.mockResolvedValue(answer({ data: { n: '7' } }))
    expect((await thrown(api(getNumber, {}))).code).toBe('bad_answer')
  })

  it('reports offline when there is no response', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await thrown(api(getNumber, {}))).toMatchObject({ code: 'offline', status: 0 })
  })

  it("rethrows the caller's own abort unchanged", async () => {
    const stop = new AbortController()
    fetched.mockImplementation(async () => {
      stop.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(api(getNumber, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('renews a rejected token once and retries with the new one', async () => {
    let token = 'old'
    const renew = vi.fn<(refused: string) => Promise<boolean>>(async () => {
      token = 'new'
      return true
    })
    bindCredentials({ token: () => token, renew })
    fetched.mockResolvedValueOnce(problem(401, 'invalid_token')).mockResolvedValueOnce(answer({ data: { n: 1 } }))
    expect(await api(getNumber, {})).toEqual({ n: 1 })
    expect(renew).toHaveBeenCalledExactlyOnceWith('old')
    expect(fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
  })

  it('renews no token after a wrong password or a call without a token', async () => {
    const renew = vi.fn<(refused: string) => Promise<boolean>>(async () => true)
    bindCredentials({ token: () => 'old', renew })
    fetched.mockResolvedValueOnce(problem(401, 'invalid_credentials')).mockResolvedValueOnce(problem(401, 'invalid_token'))
    expect((await thrown(api(getNumber, {}))).code).toBe('invalid_credentials')
    expect((await thrown(api(getNumber, { anonymous: true }))).code).toBe('invalid_token')
    expect(new Headers(fetched.mock.calls[1]?.[1]?.headers).has('authorization')).toBe(false)
    expect(renew).not.toHaveBeenCalled()
  })
})
