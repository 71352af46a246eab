import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { access } from '@portico/contract/access.ts'
import { agents } from '@portico/contract/agents.ts'
import { apiKeys } from '@portico/contract/api-keys.ts'
import { auth } from '@portico/contract/auth.ts'
import { budgets } from '@portico/contract/budgets.ts'
import { catalogue } from '@portico/contract/catalogue.ts'
import { emailRestore } from '@portico/contract/change-email.ts'
import { community } from '@portico/contract/community.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { gateway } from '@portico/contract/gateway.ts'
import { live } from '@portico/contract/live.ts'
import { operator } from '@portico/contract/operator.ts'
import { passkeySignIn, staffPasskeys } from '@portico/contract/passkeys.ts'
import { playground } from '@portico/contract/playground.ts'
import { Problem } from '@portico/contract/problem.ts'
import { promo } from '@portico/contract/promo.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { search } from '@portico/contract/search.ts'
import { settings } from '@portico/contract/settings.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { updates } from '@portico/contract/updates.ts'
import { users } from '@portico/contract/users.ts'
import { whitelabel } from '@portico/contract/whitelabel.ts'
import Fastify from 'fastify'
import { activityExportRoutes } from '#access/export-routes.ts'
import { accessHandlers } from '#access/handlers.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import { agentsHandlers } from '#agents/handlers.ts'
import { mcpRoutes } from '#agents/mcp-routes.ts'
import { alertRoutes } from '#alerts/handlers.ts'
import { apiDocumentRoutes } from '#api-document/document-routes.ts'
import { apiKeysHandlers } from '#api-keys/handlers.ts'
import { audit } from '#audit/index.ts'
import { authHandlers, emailRestoreHandlers, passkeyHandlers } from '#auth/handlers.ts'
import { mountLinks } from '#auth/link-routes.ts'
import { billingRoutes } from '#billing/billing-routes.ts'
import { consoleRoutes } from '#boot/console-routes.ts'
import { bootRoutes, pageOf } from '#boot/page-routes.ts'
import { budgetHandlers } from '#budgets/handlers.ts'
import { catalogueHandlers } from '#catalogue/handlers.ts'
import { onceFor, type PlainRoots } from '#catalogue/index.ts'
import { isClosing } from '#closing/index.ts'
import { communityHandlers } from '#community/handlers.ts'
import { newCallId } from '#crypto/call-id.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { dashboardHandlers } from '#dashboard/handlers.ts'
import { databaseRoutes } from '#databases/file-routes.ts'
import type { Tracer } from '#db/trace.ts'
import { errorRoutes } from '#errors/error-routes.ts'
import { gatewayHandlers } from '#gateway/handlers.ts'
import { mountGateway } from '#gateway/http.ts'
import { type CallInside, type Gateway, isGatewayUrl, plainAddresses, plainGatewayUrl } from '#gateway/index.ts'
import type { AccessChecks } from '#http/admit.ts'
import { BODY_MAX } from '#http/body-max.ts'
import { AT_ONCE, COMPRESSION } from '#http/compression.ts'
import { baseHeaders, securityHeaders } from '#http/headers.ts'
import { healthRoutes } from '#http/health.ts'
import type { Metrics } from '#http/metrics.ts'
import { mount } from '#http/mount.ts'
import { readableUrl } from '#http/page-address.ts'
import { answer, answerProblems } from '#http/problems.ts'
import { plainProxyHeaders, requireOneHost } from '#http/proxy-headers.ts'
import { givenId } from '#http/request-log.ts'
import { staticFiles } from '#http/static.ts'
import { TIMEOUTS, type Timeouts } from '#http/timeouts.ts'
import { togetherRoute } from '#http/together-route.ts'
import { traceRequests } from '#http/trace-requests.ts'
import type { WebBuild } from '#http/web-build.ts'
import { inboxRoutes } from '#inbox/handlers.ts'
import { liveHandlers } from '#live/handlers.ts'
import type { Live } from '#live/index.ts'
import { liveRoutes } from '#live/live-routes.ts'
import { outboxPage } from '#mail/index.ts'
import { operatorHandlers } from '#operator/handlers.ts'
import { operatorChecks } from '#operator/operator-tokens.ts'
import { readSourceCosts } from '#operator/source-costs.ts'
import { paymentRoutes } from '#payments/payment-routes.ts'
import { playgroundHandlers } from '#playground/handlers.ts'
import type { Prices } from '#prices/index.ts'
import { profileRoutes } from '#profile/profile-routes.ts'
import { promoHandlers } from '#promo/handlers.ts'
import { busyPage, pwaRoutes } from '#pwa/pwa-routes.ts'
import { rechargeHandlers } from '#recharge/handlers.ts'
import { scriptRoutes } from '#scripts/script-routes.ts'
import { searchHandlers } from '#search/handlers.ts'
import { securityLogRoutes } from '#security-log/handlers.ts'
import { settingsHandlers } from '#settings/handlers.ts'
import { ssoRoutes } from '#sso/handlers.ts'
import { downCheck, type Status, sourceOf } from '#status/index.ts'
import { statusRoutes } from '#status/status-routes.ts'
import { subscriptionsHandlers } from '#subscriptions/handlers.ts'
import { teamRoutes } from '#team/handlers.ts'
import { updatesHandlers } from '#updates/handlers.ts'
import { mostUsed } from '#usage/index.ts'
import { usageRoutes } from '#usage/usage-routes.ts'
import { usersHandlers } from '#users/handlers.ts'
import { modulesOfUser, staffMember } from '#users/index.ts'
import { whitelabelHandlers } from '#whitelabel/handlers.ts'
import { pictureRoutes } from '#whitelabel/picture-routes.ts'

export interface AppDeps {
  prices: Prices
  gateway: Gateway
  status: Status
  live: Live
  build: WebBuild
  operator_token: string
  about: Parameters<typeof operatorHandlers>[0]['about']
  state: { stopping: boolean }
  metrics: Metrics
  /** Set where traces are enabled. */
  tracer?: Tracer | undefined
  /** Timeouts of connections without a request. */
  timeouts?: Timeouts
}

/** The map: mounts every area and serves every page. */
export async function buildApp(ctx: Ctx, deps: AppDeps) {
  const { build, state, timeouts = TIMEOUTS } = deps
  const addressesOf = onceFor((roots: PlainRoots) => plainAddresses(roots, ctx.env.api_url?.host))
  const isOfApi = (url: string, host: string | undefined) => addressesOf(ctx.catalogue.roots)(url, host)
  const app = Fastify({
    trustProxy: ctx.env.trust_proxy.length > 0 ? ctx.env.trust_proxy : false,
    logger: false,
    // A call is booked by the id of its request, so that log and books name the same one.
    genReqId: ({ url = '/', headers }) =>
      isGatewayUrl(url) || isOfApi(url, headers.host) ? newCallId(ctx.clock.now()) : (givenId(headers) ?? randomUUID()),
    requestTimeout: 30_000,
    http: { headersTimeout: timeouts.headers_ms, connectionsCheckingInterval: timeouts.check_every_ms },
    keepAliveTimeout: 72_000,
    bodyLimit: BODY_MAX,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // Runs before anything reads the request: applies the proxy headers and normalises the address.
    rewriteUrl: ({ url = '/', method, headers }) => {
      plainProxyHeaders(headers)
      return isOfApi(url, headers.host) ? url : readableUrl(method, plainGatewayUrl(url))
    },
    // A malformed address reaches neither hook nor handler: it is answered here, like every other failure.
    frameworkErrors: (_error, request, reply) =>
      answer(request, reply.headers(baseHeaders(ctx.env, request.host)), new Problem('bad_request')),
  })
  if (deps.tracer) traceRequests(app, deps.tracer)
  await app.register(cookie)
  await app.register(compress, COMPRESSION)
  answerProblems(app, ctx, busyPage(ctx, build))
  securityHeaders(app, ctx)
  requireOneHost(app)
  healthRoutes(app, ctx, { state, metrics: deps.metrics, bookingFailure: deps.gateway.bookingFailure })
  await staticFiles(app, build)
  pwaRoutes(app, ctx, build)
  pictureRoutes(app, ctx)
  apiDocumentRoutes(app, ctx, deps.prices.catalogue)
  await mountGateway(app, deps.gateway)
  togetherRoute(app)

  const checks: AccessChecks = {
    modulesOf: (request_ctx) => modulesOfUser(request_ctx, request_ctx.session.user_id),
    roleOf,
    isClosing,
    loginOf: async (request_ctx) => (await activeLogin(request_ctx)).login,
    ...operatorChecks(deps.operator_token),
    staffMember,
    audit,
  }
  mount(app, ctx, checks, auth, authHandlers)
  mount(app, ctx, checks, emailRestore, emailRestoreHandlers)
  mount(app, ctx, checks, { ...passkeySignIn, ...staffPasskeys }, passkeyHandlers)
  mount(app, ctx, checks, users, usersHandlers)
  profileRoutes(app, ctx, checks)
  teamRoutes(app, ctx, checks)
  ssoRoutes(app, ctx, checks)
  mount(app, ctx, checks, access, accessHandlers)
  const ownerOf = async (request_ctx: UserCtx) => (await activeLogin(request_ctx)).owner_id
  mount(app, ctx, checks, catalogue, catalogueHandlers(ownerOf, mostUsed))
  mount(app, ctx, checks, settings, settingsHandlers)
  alertRoutes(app, ctx, checks)
  mount(app, ctx, checks, budgets, budgetHandlers)
  inboxRoutes(app, ctx, checks)
  const internal = { call: (request: Parameters<CallInside>[0]) => app.inject(request), inside: deps.gateway.inside }
  mount(app, ctx, checks, gateway, gatewayHandlers(internal.call, internal.inside))
  mount(app, ctx, checks, playground, playgroundHandlers(internal, deps.gateway.gate))
  mount(app, ctx, checks, agents, agentsHandlers)
  mount(app, ctx, checks, apiKeys, apiKeysHandlers)
  mcpRoutes(app, ctx, deps.gateway, internal.call)
  mount(app, ctx, checks, search, searchHandlers)
  paymentRoutes(app, ctx, checks)
  mount(app, ctx, checks, promo, promoHandlers)
  usageRoutes(app, ctx, checks)
  billingRoutes(app, ctx, checks)
  errorRoutes(app, ctx, checks, deps.gateway.resendWebhooks)
  activityExportRoutes(app, ctx, checks)
  securityLogRoutes(app, ctx, checks)
  const source = sourceOf(deps.gateway)
  mount(app, ctx, checks, dashboard, dashboardHandlers(downCheck(source, deps.status)))
  statusRoutes(app, ctx, deps, source)
  mount(app, ctx, checks, subscriptions, subscriptionsHandlers)
  mount(app, ctx, checks, recharge, rechargeHandlers)
  mount(app, ctx, checks, live, liveHandlers)
  liveRoutes(app, ctx, checks, deps.live)
  databaseRoutes(app, ctx, checks)
  mount(app, ctx, checks, updates, updatesHandlers)
  mount(app, ctx, checks, whitelabel, whitelabelHandlers)
  mount(app, ctx, checks, community, communityHandlers)
  scriptRoutes(app, ctx, checks)
  mount(app, ctx, checks, operator, operatorHandlers(deps, source, readSourceCosts(ctx.env.provider_dir)))

  bootRoutes(app, ctx, build)
  const page = pageOf(ctx, build)
  mountLinks(app, ctx, page)
  consoleRoutes(app, ctx, build, checks, page)
  outboxPage(app, ctx)
  // Compression is set per route: without this line pages would be sent uncompressed.
  app.get('/*', { compress: AT_ONCE }, page)
  app.setNotFoundHandler(page)
  return app
}
