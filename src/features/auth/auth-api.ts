import { send } from '#client/api.ts'
import { authRoutes, passkeyRoutes, storefrontRoutes } from '#contract/auth-routes.ts'
import { createClient } from '#contract/client.ts'

/** The calls of logging in and out: no first page carries their addresses. */
export const authApi = createClient(send, {
  auth: authRoutes,
  passkeys: passkeyRoutes,
  storefront: storefrontRoutes,
})
