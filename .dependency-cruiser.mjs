// @ts-check
/** Import rules of docs/architecture.md. `scripts/boundaries.test.ts` plants a violation of every rule and expects it to be refused. */

const TEST = '\\.(test|int\\.test|bench)\\.tsx?$|/test/|^packages/testkit/|^e2e/|^bench/|^scripts/'

/**
 * @param {string} name
 * @param {string} comment why, shown beside each violation
 * @param {object} from
 * @param {object} to
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: /** @type {const} */ ('error'), from, to })

const packageRules = [
  rule(
    'core-stands-alone',
    'core is pure: no I/O, clock, randomness or dependency',
    { path: '^packages/core/src/', pathNot: TEST },
    { pathNot: '^packages/core/src/' },
  ),
  rule(
    'runtime-knows-core-only',
    'runtime is what every process needs while it runs, in a browser and in Node: core, nothing else',
    { path: '^packages/runtime/src/', pathNot: TEST },
    { pathNot: '^packages/(core|runtime)/src/' },
  ),
  rule(
    'upstream-knows-no-market',
    'upstream is how one talks to any provider: core, runtime, zod and ws, and nothing of what the provider is asked for',
    { path: '^packages/upstream/src/', pathNot: TEST },
    { pathNot: '^packages/(core|runtime|upstream)/src/|(^|/)node_modules/(zod|ws|@types/ws)/' },
  ),
  rule(
    'wire-knows-core-only',
    'wire is what two processes must agree on: core and zod, nothing else',
    { path: '^packages/wire/src/', pathNot: TEST },
    { pathNot: '^packages/(core|wire)/src/|(^|/)node_modules/zod/' },
  ),
  rule(
    'siblings-stay-apart',
    'market, forecast, chain, mirror, agent, trading, journal, alerts, apex, copy, learn and social never import each other: they meet in an app',
    { path: '^packages/(market|forecast|chain|mirror|agent|trading|journal|alerts|apex|copy|learn|social)/' },
    { path: '^packages/(market|forecast|chain|mirror|agent|trading|journal|alerts|apex|copy|learn|social)/', pathNot: '^packages/$1/' },
  ),
  rule('nothing-imports-an-app', 'apps are the end of every arrow', { path: '^packages/' }, { path: '^(apps|e2e|bench)/' }),
  rule(
    'testkit-is-for-tests',
    'testkit never reaches the product',
    { path: '^(packages|apps)/', pathNot: TEST },
    { path: '^packages/testkit/' },
  ),
  rule(
    'packages-by-name',
    'a workspace is imported by its name (@aerie/core/candle), which its exports map allows, never by a path into it',
    { path: '^(packages|apps)/([^/]+)/|^(e2e|bench)/' },
    { path: '^packages/', pathNot: '^$1/$2/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
  ),
]

/** Layers of the web app, lowest first: a folder never imports a later one (docs/architecture.md). */
export const WEB_LAYERS = ['platform', 'ui', 'areas', 'app']

const webRules = [
  rule('web-is-a-browser', 'the web app knows no server code', { path: '^apps/web/src/' }, { path: '^apps/server/|^packages/market/' }),
  rule(
    'web-has-no-node',
    'no built-in module of Node in the browser',
    { path: '^apps/web/src/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'nobody-imports-app',
    'the shell imports every area; no file imports the shell',
    { path: '^apps/web/src/', pathNot: `^apps/web/src/(app/|main\\.tsx$)|${TEST}` },
    { path: '^apps/web/src/app/' },
  ),
  rule(
    'platform-is-below',
    'what every screen uses imports no component and no area',
    { path: '^apps/web/src/platform/' },
    { path: '^apps/web/src/(ui|areas|app)/' },
  ),
  rule(
    'ui-has-no-domain',
    'components import no area and no wire schema',
    { path: '^apps/web/src/ui/' },
    { path: '^apps/web/src/(areas|app)/|^packages/wire/' },
  ),
  rule(
    'web-areas-by-index',
    'an area of the web app is used through its index.ts, which exports its screens lazily',
    { path: '^apps/web/src/(areas/[^/]+|app|main)', pathNot: TEST },
    { path: '^apps/web/src/areas/', pathNot: '^apps/web/src/(?:$1/|areas/[^/]+/index\\.ts$)' },
  ),
  rule(
    'charts-by-the-engine',
    'only the chart area imports the chart library',
    { pathNot: '^apps/web/src/areas/chart/|node_modules' },
    { path: '(^|/)node_modules/klinecharts/' },
  ),
]

const serverRules = [
  rule(
    'server-has-no-web',
    'the server knows the built files of the web app, never its code',
    { path: '^apps/server/' },
    { path: '^apps/web/' },
  ),
  rule(
    'routes-only-translate',
    'routes translate, services decide, stores and repositories speak SQL',
    { path: '^apps/server/src/areas/.*routes\\.ts$' },
    { path: '^apps/server/src/platform/db/|(^|[-/])(store|repository)\\.ts$|(^|/)node_modules/(drizzle-orm|pg)/' },
  ),
]

/** Tables that each server area may name: its own, and those that it joins with its own in one query. */
const TABLES = {
  account: ['account-access', 'account-security', 'accounts', 'mail', 'operator-log'],
  agent: ['agent', 'api-usage', 'forecasts'],
  alerts: ['alerts', 'deliveries', 'accounts'],
  copy: ['copies', 'accounts', 'trading'],
  forecast: ['forecasts'],
  journal: ['journal', 'trading'],
  learn: ['learn'],
  market: [],
  membership: ['chain', 'wallets', 'accounts'],
  persona: ['persona'],
  social: ['social', 'accounts'],
  trading: ['trading'],
  venues: ['apex'],
  web: [],
  workspace: ['workspace'],
}

const areaRules = [
  ...Object.entries(TABLES).map(([area, tables]) =>
    rule(
      'tables-by-owner',
      'an area reads its own tables and asks other areas through their functions',
      { path: `^apps/server/src/areas/${area}/`, pathNot: TEST },
      { path: '^apps/server/src/platform/db/schema/', pathNot: `/(${tables.join('|')})\\.ts$` },
    ),
  ),
  rule(
    'areas-by-index',
    'an area is used through its index.ts, so that the rest of it may change freely',
    { path: '^apps/server/src/', pathNot: `^apps/server/src/areas/|${TEST}` },
    { path: '^apps/server/src/areas/', pathNot: '^apps/server/src/areas/[^/]+/index\\.ts$' },
  ),
  rule(
    'areas-meet-by-index',
    'areas import each other through index.ts only',
    { path: '^apps/server/src/areas/([^/]+)/', pathNot: TEST },
    { path: '^apps/server/src/areas/', pathNot: '^apps/server/src/areas/$1/|/index\\.ts$' },
  ),
  rule(
    'server-platform-is-below',
    'what every area uses imports no area',
    { path: '^apps/server/src/platform/', pathNot: TEST },
    { path: '^apps/server/src/(areas|ops)/|^apps/server/src/(app|main)\\.ts$' },
  ),
]

const everywhere = [
  rule(
    'no-circle',
    'two files that need each other are one file, or three; a dynamic or a type-only import makes a circle, too',
    {},
    { circular: true },
  ),
  rule('no-test-in-product', 'product code never imports a test', { pathNot: TEST }, { path: '\\.(test|bench)\\.tsx?$|/test/' }),
  rule('resolvable', 'an import that resolves to nothing is a typing error or a missing dependency', {}, { couldNotResolve: true }),
  rule(
    'declared',
    'a package is declared by the workspace that imports it',
    { path: '^(packages|apps)/', pathNot: '^apps/web/build/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'no-dev-dependency-in-product',
    'a production install has no dev dependencies',
    { path: '^(packages|apps)/[^/]+/src/', pathNot: TEST },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
  ),
  rule(
    'no-catch-all',
    'a file is named after the thing it holds',
    {},
    { path: '(^|/)(utils?|helpers?|legacy|common|misc|[^/]*manager|index)\\.tsx?$', pathNot: 'node_modules|/areas/[^/]+/index\\.ts$' },
  ),
]

export default {
  forbidden: [...packageRules, ...webRules, ...serverRules, ...areaRules, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps)/[^/]+/(dist|coverage)/|\\?(raw|url|worker|inline)$|\\.(css|svg|woff2)(\\?|$)' },
    parser: /** @type {const} */ ('swc'),
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
