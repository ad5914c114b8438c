import type { ActivePlugin, pluginsEndpoints } from '#contract/plugins.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { pluginInactive } from '#server/platform/kernel/errors.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { isConsentRequired } from '../consent/is-consent-required.ts'
import { consentOf, loadSlots } from './load-slots.ts'

export const pluginsHandlers: Handlers<typeof pluginsEndpoints> = {
  all: (_input, call) => readActivePlugins(call),

  async config({ name }, call) {
    const plugin = (await readActivePlugins(call)).find(({ module_name }) => module_name === name)
    if (!plugin) throw pluginInactive()
    return plugin
  },

  slots: ({ slots }, call) => loadSlots(call.db, slots, call),
}

/** The active plugins for browsers, with only the public part of their configuration. Spec §3 "Plugins". */
export async function readActivePlugins(call: CallContext): Promise<ActivePlugin[]> {
  call.tag('plugins')
  const [active, isRequired] = await Promise.all([
    call.plugins.active(),
    isConsentRequired(call.db, call.channel.id, call),
  ])
  return active.map(({ plugin: { definition, slots }, config }) => ({
    module_name: definition.module_name,
    config: definition.publicConfig?.(config) ?? null,
    consent: isRequired ? consentOf(definition) : null,
    is_tracker: consentOf(definition) !== null,
    slots: keysOf(slots),
  }))
}
