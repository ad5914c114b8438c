import type { z } from 'zod'
import type { Api } from '#contract/client.ts'
import type { PluginDefinition } from '#contract/plugin.ts'
import { slotKey } from '#contract/slot-key.ts'
import { type SlotContent, type SlotContents, type SlotRequest, slotProps } from '#contract/slots.ts'
import type { ReplyCache } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services, Visitor } from '#server/platform/kernel/context.ts'
import { parseFields } from '#server/platform/kernel/field-errors.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import { isConsentRequired } from '../consent/is-consent-required.ts'

type ParsedRequest = z.output<typeof SlotRequest>
type Active = Awaited<ReturnType<PluginRegistry['active']>>[number]
/** What slots are loaded with; a failed one is logged and marks the reply as incomplete. */
export type SlotOptions = ReplyCache &
  Pick<Services, 'plugins' | 'log'> & {
    api: Api
    visitor: Visitor
    channel: Pick<Channel, 'id'>
    markIncomplete: () => void
  }

/**
 * What the active plugins show in the slots of a page. All loaders run in parallel; one that fails is logged, its slot stays empty in
 * this one response, and the page is not cached. Plugins, "Slots".
 *
 * @throws 422 when the props of a slot are not those of its name.
 */
export async function loadSlots(
  db: Db,
  requested: readonly ParsedRequest[],
  options: SlotOptions,
): Promise<SlotContents> {
  options.tag('plugins')
  const slots = requested.map(parseSlot)
  const [active, isRequired] = await Promise.all([
    options.plugins.active(),
    isConsentRequired(db, options.channel.id, options),
  ])
  const loaded = await Promise.all(
    slots.map(async (slot) => {
      const contents = await Promise.all(
        active.map((one) => loadContent(db, one, { slot, isRequired }, options)),
      )
      return [slotKey(slot.name, slot.props), contents.flat()] as const
    }),
  )
  return Object.fromEntries(loaded.filter(([, contents]) => contents.length > 0))
}

type Slot = Pick<ParsedRequest, 'name'> & { props: object }

function parseSlot({ name, props }: ParsedRequest): Slot {
  return { name, props: parseFields(slotProps[name], props) }
}

async function loadContent(
  db: Db,
  { plugin, config }: Active,
  { slot: { name, props }, isRequired }: { slot: Slot; isRequired: boolean },
  options: SlotOptions,
): Promise<SlotContent[]> {
  const load = plugin.slots[name]
  if (!load) return []
  const { module_name } = plugin.definition
  const { api, visitor, tag } = options
  try {
    let json_ld: Record<string, unknown> | undefined
    const setJsonLd = (properties: Record<string, unknown>) => {
      json_ld = properties
    }
    const data = await load(props, { api, visitor, db, tag, config, setJsonLd })
    const consent = isRequired ? consentOf(plugin.definition) : null
    if (data === undefined) return []
    return [{ module_name, data, ...(consent ? { consent } : {}), ...(json_ld ? { json_ld } : {}) }]
  } catch (error) {
    options.markIncomplete()
    options.log.error({ err: error, plugin: module_name, slot: name }, 'slot failed')
    return []
  }
}

/** The consent that a plugin's browser code waits for; a required one is never requested. */
export const consentOf = ({ consent }: Pick<PluginDefinition, 'consent'>) =>
  consent && !consent.required ? consent.id : null
