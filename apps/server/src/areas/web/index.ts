import { areaPlugin } from '../../platform/area.ts'
import { statusRoutes } from '../../platform/health/status-routes.ts'
import { pageHeadersOf } from '../../platform/http/security-headers.ts'
import { market, marketBoot } from '../market/index.ts'
import { chainInfoOf, membership } from '../membership/index.ts'
import { docsModule } from './docs.ts'
import { loadHomeFiller } from './home-page.ts'
import { webApp } from './web-routes.ts'

/** The pages of the web app, the server's status and public settings, and the API document. */
export const web = areaPlugin({
  name: 'web',
  needs: { market, membership },
  async setup({ config, clock, webRoot, logger, version, health, answers, market, membership }) {
    const isSafeApp = config.SAFE_APP === 'on'
    const { chain } = membership
    const pages = webApp({
      root: webRoot,
      clock,
      pageHeaders: pageHeadersOf({
        hasSigner: config.APEX_SIGNER_WASM !== undefined && config.APEX_SIGNER_SHA256 !== undefined,
        walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID,
        isSafeApp,
      }),
      isSafeApp,
      bootData: (query) => marketBoot(market.service.hub, query),
      fillHome: await loadHomeFiller(webRoot, (error) => logger.error({ err: error }, 'the first rows of Home could not be made')),
    })
    const status = statusRoutes({
      version,
      health,
      answers,
      marketStatus: () => market.service.hub.status(),
      publicConfig: () => ({
        chain: chainInfoOf(chain.facts()),
        contracts: { ...chain.facts().contracts },
        walletconnect_project_id: config.WALLETCONNECT_PROJECT_ID ?? null,
        safe_app: isSafeApp,
        community_chat_url: config.COMMUNITY_CHAT_URL ?? null,
      }),
    })
    return {
      modules: [{ name: 'status', routes: status }, { ...docsModule(), isBackground: true }, pages],
      api: { notFound: pages.notFound },
    }
  },
})
