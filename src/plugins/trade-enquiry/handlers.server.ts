import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import type { tradeEndpoints } from './contract.ts'
import { tradeEnquiry } from './plugin.ts'
import { submitEnquiry } from './submit-enquiry.server.ts'

export const tradeHandlers: Handlers<typeof tradeEndpoints> = {
  async submit(input, call) {
    const config = await pluginConfig(call, tradeEnquiry)
    if (!config) throw pluginInactive()
    return say(config.success_message, { id: await submitEnquiry(call.db, config, input, call) })
  },
}
