import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { localHost } from './local-host.ts'

it('notices that the contracts on the chain are of another build, says so, and goes on with them', async () => {
  const dataDir = mkdtempSync('/tmp/aerie-local-host-')
  const said: string[] = []
  const hostUp = async () => {
    const host = localHost({ dataDir, clock: systemClock, say: (line) => void said.push(line) })
    await host.start({ onNews: () => undefined, onHealth: () => undefined })
    return host
  }
  try {
    const first = await hostUp()
    const contracts = first.contracts()
    expect(first.health().health).toBe('ok')
    await first.stop()
    const path = join(dataDir, 'chain/state.json')
    const saved = JSON.parse(readFileSync(path, 'utf8')) as { deployment: object } // our own file
    writeFileSync(path, JSON.stringify({ ...saved, deployment: { ...saved.deployment, build: 'of-last-year' } }))
    const second = await hostUp()
    expect(second.contracts()).toEqual(contracts)
    expect(second.health()).toMatchObject({ health: 'degraded', detail: expect.stringContaining('of another build') })
    expect(said).toHaveLength(1)
    await second.stop()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
