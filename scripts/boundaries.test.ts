import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import config, { WEB_LAYERS } from '../.dependency-cruiser.mjs'
import { findViolations } from './boundaries.mjs'
import { ROOT } from './run-step.mjs'
import { workspaceCopy } from './workspace-copy.mjs'

/** Reads all imports of the workspace twice: minutes on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

const PLANTED: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'core-stands-alone': ['packages/core/src/planted-io.ts', "import { readFileSync } from 'node:fs'\nexport const x = readFileSync\n"],
  'runtime-knows-core-only': [
    'packages/runtime/src/planted-wire.ts',
    "import { PAGE_SIZE } from '@aerie/wire/market/market'\nexport const x = PAGE_SIZE\n",
  ],
  'upstream-knows-no-market': [
    'packages/upstream/src/planted-market.ts',
    "import type { MarketTick } from '@aerie/market/market-source'\nexport type X = MarketTick\n",
  ],
  'wire-knows-core-only': ['packages/wire/src/planted-ws.ts', "import { WebSocket } from 'ws'\nexport const x = WebSocket\n"],
  'siblings-stay-apart': [
    'packages/mirror/src/planted-sibling.ts',
    "import type { MarketTick } from '@aerie/market/market-source'\nexport type X = MarketTick\n",
  ],
  'nothing-imports-an-app': [
    'packages/market/src/planted-app.ts',
    "import { x } from '../../../apps/server/src/planted-target.ts'\nexport const y = x\n",
  ],
  'testkit-is-for-tests': ['apps/server/src/planted-testkit.ts', "import { x } from '@aerie/testkit/planted-target'\nexport const y = x\n"],
  'packages-by-name': [
    'apps/server/src/planted-path.ts',
    "import { HOUR_MS } from '../../../packages/core/src/time.ts'\nexport const x = HOUR_MS\n",
  ],
  'web-is-a-browser': [
    'apps/web/src/planted-server.ts',
    "import type { MarketTick } from '@aerie/market/market-source'\nexport type X = MarketTick\n",
  ],
  'web-has-no-node': ['apps/web/src/planted-node.ts', "import { join } from 'node:path'\nexport const x = join\n"],
  'nobody-imports-app': [
    'apps/web/src/areas/planted-other/roof.ts',
    "import { x } from '../../app/planted-shell.ts'\nexport const y = x\n",
  ],
  'platform-is-below': ['apps/web/src/platform/planted-screen.ts', "import { x } from '../areas/planted-other/b.ts'\nexport const y = x\n"],
  'ui-has-no-domain': [
    'apps/web/src/ui/planted-domain.ts',
    "import { PAGE_SIZE } from '@aerie/wire/market/market'\nexport const x = PAGE_SIZE\n",
  ],
  'web-areas-by-index': ['apps/web/src/areas/planted/inside.ts', "import { x } from '../planted-other/b.ts'\nexport const y = x\n"],
  'charts-by-the-engine': ['apps/web/src/areas/market/planted-library.ts', "import { init } from 'klinecharts'\nexport const x = init\n"],
  'server-has-no-web': [
    'apps/server/src/planted-web.ts',
    "import { x } from '../../web/src/areas/planted-other/b.ts'\nexport const y = x\n",
  ],
  'routes-only-translate': ['apps/server/src/areas/planted-other/routes.ts', "import { x } from './store.ts'\nexport const y = x\n"],
  'areas-by-index': ['apps/server/src/planted-inside.ts', "import { x } from './areas/planted-other/store.ts'\nexport const y = x\n"],
  'areas-meet-by-index': [
    'apps/server/src/areas/planted/service.ts',
    "import { x } from '../planted-other/store.ts'\nexport const y = x\n",
  ],
  'tables-by-owner': [
    'apps/server/src/areas/learn/planted-table.ts',
    "import { x } from '../../platform/db/schema/planted-trading.ts'\nexport const y = x\n",
  ],
  'server-platform-is-below': [
    'apps/server/src/platform/http/planted-area.ts',
    "import { x } from '../../areas/planted-other/index.ts'\nexport const y = x\n",
  ],
  'no-circle': ['packages/core/src/planted-circle.ts', "import { b } from './planted-circle-back.ts'\nexport const a = () => b\n"],
  'no-test-in-product': ['packages/core/src/planted-from-test.ts', "import { x } from './planted-target.test.ts'\nexport const y = x\n"],
  resolvable: ['packages/core/src/planted-nowhere.ts', "import { x } from './there-is-no-such-file.ts'\nexport const y = x\n"],
  declared: ['packages/market/src/planted-undeclared.ts', "import { createRoot } from 'react-dom/client'\nexport const x = createRoot\n"],
  'no-dev-dependency-in-product': ['packages/market/src/planted-dev.ts', "import { it } from 'vitest'\nexport const x = it\n"],
  'no-catch-all': ['packages/core/src/planted-user.ts', "import { x } from './utils.ts'\nexport const y = x\n"],
}

const TARGETS: readonly (readonly [file: string, text: string])[] = [
  ['apps/server/src/planted-target.ts', 'export const x = 1\n'],
  ['packages/testkit/src/planted-target.ts', 'export const x = 1\n'],
  ['apps/web/src/areas/planted-other/b.ts', 'export const x = 1\n'],
  ['apps/server/src/areas/planted-other/store.ts', 'export const x = 1\n'],
  ['apps/server/src/areas/planted-other/index.ts', "export { x } from './store.ts'\n"],
  ['apps/server/src/platform/db/schema/planted-trading.ts', 'export const x = 1\n'],
  ['apps/web/src/app/planted-shell.ts', 'export const x = 1\n'],
  ['packages/core/src/planted-lazy.ts', "export const load = () => import('./planted-lazy-back.ts')\n"],
  ['packages/core/src/planted-lazy-back.ts', "import { load } from './planted-lazy.ts'\nexport const x = load\n"],
  ['packages/core/src/planted-type.ts', "import type { B } from './planted-type-back.ts'\nexport type A = { readonly b: B | null }\n"],
  ['packages/core/src/planted-type-back.ts', "import type { A } from './planted-type.ts'\nexport type B = { readonly a: A | null }\n"],
  ['packages/core/src/planted-circle-back.ts', "import { a } from './planted-circle.ts'\nexport const b = () => a\n"],
  ['packages/core/src/planted-target.test.ts', 'export const x = 1\n'],
  ['packages/core/src/utils.ts', 'export const x = 1\n'],
]

describe('the direction rules', () => {
  const copy = workspaceCopy()
  for (const [file, text] of [...TARGETS, ...Object.values(PLANTED)]) copy.plant(file, text)
  const found = findViolations(copy.root)
  afterAll(copy.remove)

  it('have one planted violation each, so that none can stop working unnoticed', () =>
    expect(new Set(Object.keys(PLANTED))).toEqual(new Set(config.forbidden.map(({ name }) => name))))

  it.each(Object.entries(PLANTED))('%s refuses its planted violation', async (rule, [file]) => {
    const { violations } = await found
    expect(violations.filter((one) => one.from === file || one.to === file).map((one) => one.rule)).toContain(rule)
  })

  it.each(['lazy', 'type'])('detect a cycle closed by a %s import', async (kind) => {
    const { violations } = await found
    const files = [`packages/core/src/planted-${kind}-back.ts`, `packages/core/src/planted-${kind}.ts`]
    expect(violations.filter(({ rule }) => rule === 'no-circle').map(({ from, to }) => [from, to].sort())).toContainEqual(files)
  })

  it('cover every folder of the web app', () =>
    expect(new Set(WEB_LAYERS)).toEqual(
      new Set(
        readdirSync(join(ROOT, 'apps/web/src'), { withFileTypes: true })
          .filter((one) => one.isDirectory())
          .map(({ name }) => name),
      ),
    ))

  it.each(['boundaries', 'docstrings'])('make the gate `node scripts/%s.mjs` exit with 1 and a total', (gate) => {
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts', `${gate}.mjs`)], { cwd: copy.root, encoding: 'utf8' })
    expect(stdout).toMatch(/^\w+: \d+ (modules|files), [1-9]\d* /)
    expect(status).toBe(1)
  })
})
