import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { judgeAnswer, readAnswer } from './http-answers.ts'
import { type HttpInput, inputsOf, STRANGE_TOKENS } from './http-inputs.ts'
import { type Route, readRoutes } from './http-routes.ts'
import { type Attacker, newAddress, renew } from './people.ts'
import { inLanes, type Stage } from './stage.ts'

const LANES = 16
const BATCH = 60
/** Requests per source address: below any limit by address. */
const REQUESTS_AN_ADDRESS = 20
const PATIENCE_MS = 20_000

type Target = { readonly route: Route; readonly ready: HttpInput[]; batch: number; spentMs: number; sent: number }
type Lane = { agent: Agent; address: string; left: number }

const newLane = (): Lane => ({ agent: new Agent({ keepAlive: true, maxSockets: 1 }), address: newAddress(), left: REQUESTS_AN_ADDRESS })

/**
 * Requests every documented route, with and without tokens. Routes share time, not count: password hashing would otherwise starve the
 * others.
 */
export async function attackHttp(stage: Stage, count: number): Promise<void> {
  const routes = await readRoutes(stage.server.url)
  const targets = routes.map((route): Target => ({ route, ready: [], batch: 0, spentMs: 0, sent: 0 }))
  const lanes = Array.from({ length: LANES }, newLane)
  let left = count
  await inLanes(
    LANES,
    () => left > 0 && stage.isOn(),
    async (index) => {
      left -= 1
      const lane = freshLane(lanes, index)
      const target = targets.reduce((least, one) => (one.spentMs + one.sent < least.spentMs + least.sent ? one : least))
      target.sent += 1
      await send(stage, lane, target)
    },
  )
  for (const { agent } of lanes) agent.destroy()
}

function freshLane(lanes: Lane[], index: number): Lane {
  const lane = lanes[index] ?? newLane()
  lane.left -= 1
  if (lane.left > 0) return lane
  lane.agent.destroy()
  const next = newLane()
  lanes[index] = next
  return next
}

function nextInput({ seed, known }: Stage, target: Target): HttpInput {
  if (target.ready.length === 0) {
    target.batch += 1
    const batchSeed = seed + target.batch * 7_919 + target.route.path.length * 104_729
    target.ready.push(...fc.sample(inputsOf(target.route, known), { numRuns: BATCH, seed: batchSeed }))
  }
  return target.ready.pop()!
}

async function send(stage: Stage, lane: Lane, target: Target): Promise<void> {
  const input = nextInput(stage, target)
  const by = input.as === 'user' ? stage.people[stage.tally.inputs() % stage.people.length] : undefined
  const what = `${input.method} ${input.target}`
  const started = performance.now()
  // Charged in advance: 16 lanes must not choose one slow route together.
  target.spentMs += 20
  const result = await ask(stage, lane, { input, by })
  const ms = performance.now() - started
  target.spentMs += ms - 20
  stage.tally.time(ms, what)
  stage.tally.add({ group: 'http', result, isHandled: result !== '429' && result !== 'no answer' })
}

function ask(stage: Stage, lane: Lane, { input, by }: { input: HttpInput; by: Attacker | undefined }): Promise<string> {
  const { body } = input
  const what = `${input.method} ${input.target} ${JSON.stringify(input.headers).slice(0, 300)} ${(body ?? '').slice(0, 600)}`
  const token = input.as === 'stranger' ? STRANGE_TOKENS[stage.tally.inputs() % STRANGE_TOKENS.length] : by?.token
  const headers = {
    ...input.headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve) => {
    const { hostname, port } = new URL(stage.server.url)
    const options = { hostname, port, method: input.method, path: input.target, headers, agent: lane.agent, localAddress: lane.address }
    const asked = request(options, (response) => {
      readAnswer(response).then(
        (answer) => {
          if (answer.status === 401 && by !== undefined) void renew(stage.server, by)
          resolve(judgeAnswer(answer, { stage, what, by }))
        },
        () => resolve('no answer'),
      )
    })
    asked.setTimeout(PATIENCE_MS, () => {
      stage.tally.fault('no answer in 20 s', what)
      asked.destroy()
    })
    // A rejected body closes its connection while it is being sent: no fault as long as the server lives.
    asked.on('error', () => resolve('no answer'))
    asked.end(body)
  })
}
