import { type MarketService, marketBoot } from '../areas/market/index.ts'
import { loadHomeFiller, webApp } from '../areas/web/index.ts'
import { pageHeadersOf } from '../platform/http/security-headers.ts'
import type { AppDeps } from './wire-foundation.ts'

export async function wireWeb(
  { config, clock, webRoot, logger }: Pick<AppDeps, 'config' | 'clock' | 'webRoot' | 'logger'>,
  { hub }: Pick<MarketService, 'hub'>,
) {
  const isSafeApp = config.SAFE_APP === 'on'
  return webApp({
    root: webRoot,
    clock,
    pageHeaders: pageHeadersOf({
      hasSigner: config.APEX_SIGNER_WASM !== undefined && config.APEX_SIGNER_SHA256 !== undefined,
      walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID,
      isSafeApp,
    }),
    isSafeApp,
    bootData: (query) => marketBoot(hub, query),
    fillHome: await loadHomeFiller(webRoot, (error) => logger.error({ err: error }, 'the first rows of Home could not be made')),
  })
}
