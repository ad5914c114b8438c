import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { accountRoutes } from '#contract/late-routes.ts'

/** The calls of the account area: no first page carries their addresses. */
export const accountApi = createClient(send, { account: accountRoutes }).account
