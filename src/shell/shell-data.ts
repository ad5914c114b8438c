import {
  type MenuLink,
  type Shop,
  type ShownStorefront,
  shownFields,
  shownSettings,
} from '#client/shop-context.ts'
import type { Api } from '#contract/client.ts'
import type { MenuItem, Section } from '#contract/content.ts'
import { orThrow } from '#contract/envelope.ts'
import { type Settings, type Storefront, settingKeys } from '#contract/storefront.ts'

/**
 * What the document carries for the whole visit: storefront, settings and the menus that the template's header and footer name.
 * What the application's start of the spec's section 7 (`initial-values`) has, but for the visitor's own: that the browser asks for.
 */
export async function loadShell({ api }: { api: Api }) {
  const [storefront, settings, template] = await Promise.all([
    api.storefront.all().then(orThrow),
    api.settings.get({ keys: [...settingKeys] }).then(orThrow),
    api.content.template({ id: 'Page' }).then(orThrow),
  ])
  const [header, topBar, footer] = await Promise.all([
    readMenu(api, template.header, 'Header'),
    readMenu(api, template.header, 'TopBar'),
    readMenu(api, template.footer, 'Footer'),
  ])
  return {
    storefront,
    settings,
    menus: { header, topBar, footer },
    /** The browser gets what its components read; what only the head is made of has been said there already. */
    toJSON: (): Shop => ({
      storefront: shownOf(storefront),
      settings: filled(settings),
      menus: { header, topBar },
    }),
  }
}

const shownOf = (storefront: Storefront): ShownStorefront =>
  Object.fromEntries(shownFields.map((field) => [field, storefront[field]])) as ShownStorefront

/** An empty text or a switch that is off says no more than a missing one. */
const filled = (settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(shownSettings.map((key) => [key, settings[key]]).filter(([, value]) => value))

/** The menu that a part of the template names; none is an empty menu, as is one that was deleted. */
async function readMenu(api: Api, sections: readonly Section[], component: string): Promise<MenuLink[]> {
  const menu = sections.find((section) => section.component === component)?.settings.menu
  if (typeof menu !== 'string' && typeof menu !== 'number') return []
  const reply = await api.content.menu({ id: String(menu) })
  return reply.status === 'success' ? reply.data.items.map(toLink) : []
}

const toLink = ({ label, url, target, badge, children }: MenuItem): MenuLink => ({
  label,
  url,
  ...(target === '_blank' ? { target } : {}),
  ...(badge ? { badge } : {}),
  ...(children.length > 0 ? { children: children.map(toLink) } : {}),
})

export type WholeShop = Awaited<ReturnType<typeof loadShell>>
