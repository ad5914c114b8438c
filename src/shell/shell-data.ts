import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadSlots } from '#client/load-slots.ts'
import {
  type MenuLink,
  type Shop,
  type ShownStorefront,
  shownFields,
  shownSettings,
  type TopMenuLink,
} from '#client/shop-context.ts'
import { importView, loadAllSlots } from '#client/slot.tsx'
import { readWebPlugins, webPluginOf } from '#client/web-plugin.ts'
import type { Api } from '#contract/client.ts'
import type { Section } from '#contract/content.ts'
import type { ActivePlugin, StartedPlugin } from '#contract/plugins.ts'
import { type Settings, type Storefront, settingKeys } from '#contract/storefront.ts'
import type { ShellData } from '#pages/app.tsx'
import { required } from '#pages/reads.ts'
import { toMenuLink } from './load-menu.ts'

/**
 * The document's data for the whole visit: storefront, settings and the menus of the template's header and
 * footer. It is the spec's `initial-values` (section 7) without the visitor's own data, which the browser
 * requests.
 */
export async function loadShell({ api }: { api: Api }): Promise<ShellData<Shop, WholeShop>> {
  const [storefront, settings, template, plugins] = await Promise.all([
    required(api.storefront.all()),
    required(api.settings.get({ keys: [...settingKeys] })),
    required(api.content.template({ id: 'Page' })),
    loadPlugins(api),
  ])
  const id = menuOf(template.header, 'Header')
  const [header, topBar, footer] = await Promise.all([
    readMenu(api, id).then((links) => links.map(toTopLink)),
    readMenu(api, menuOf(template.header, 'TopBar')),
    readMenu(api, menuOf(template.footer, 'Footer')),
  ])
  const menus = { id, header, topBar }
  return {
    whole: {
      storefront,
      settings,
      menus: { ...menus, footer: withLegalLinks(footer, storefront) },
      headSlots: await renderHeadSlots(plugins),
    },
    /** Only what components of the browser read, because the head is already rendered. */
    shell: { storefront: shownOf(storefront), settings: filled(settings), menus, ...plugins },
  }
}

/** What the server renders of the frame. */
export type WholeShop = {
  storefront: Storefront
  settings: Partial<Settings>
  menus: Shop['menus'] & { footer: MenuLink[] }
  /** HTML. */
  headSlots: string
}

/** Slots of the frame around every page, and those that all pages share. */
const SHELL_SLOTS = [
  'head',
  'body-end',
  'header.actions',
  'footer.columns',
  'product.actions',
  'card.actions',
  'cart.line-actions',
] as const

/** Additions of the active plugins to every page; nothing when none is active. */
async function loadPlugins(api: Api): Promise<Pick<Shop, 'plugins'>> {
  const reply = await api.plugins.all()
  if (reply.status === 'error' || reply.data.length === 0) return {}
  const active = reply.data
  const [slots, accountMenu] = await Promise.all([
    loadSlots(
      api,
      SHELL_SLOTS.map((name) => ({ name, props: {} })),
    ),
    readAccountMenu(active),
    loadAllSlots(),
  ])
  return { plugins: { active: await startable(active), slots, accountMenu } }
}

/** The `head` slot as HTML: React does not hydrate the head. Plugins that need consent add nothing here. */
async function renderHeadSlots({ plugins }: Pick<Shop, 'plugins'>) {
  const contents = (plugins?.slots.head ?? []).filter(({ consent }) => !consent)
  const rendered = await Promise.all(
    contents.map(async ({ module_name, data }) => {
      const props = { data }
      return renderToStaticMarkup(createElement(await importView(module_name, 'head'), props))
    }),
  )
  return rendered.join('')
}

/** The plugins that have something to start in browsers: most only fill slots. */
async function startable(active: readonly ActivePlugin[]): Promise<StartedPlugin[]> {
  const plugins = await readWebPlugins()
  return active.flatMap(({ slots: _, ...plugin }) => {
    const { onInit, analytics } = webPluginOf(plugins, plugin.module_name) ?? {}
    return onInit || analytics || plugin.is_tracker ? [plugin] : []
  })
}

/** A plugin that is not in this build adds nothing. */
async function readAccountMenu(active: readonly ActivePlugin[]) {
  const plugins = await readWebPlugins()
  return active.flatMap(({ module_name }) => webPluginOf(plugins, module_name)?.accountMenu ?? [])
}

const shownOf = (storefront: Storefront): ShownStorefront =>
  Object.fromEntries(shownFields.map((field) => [field, storefront[field]])) as ShownStorefront

/** Drops empty texts and disabled switches, which equal missing ones, and the contacts that the customer care's precede. */
const filled = (settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(
    shownSettings
      .map((key) => [key, settings[key]] as const)
      .filter(
        ([key, value]) =>
          value &&
          !(key === 'store_email' && settings.customer_care_email) &&
          !(key === 'store_phone' && settings.customer_care_phone),
      ),
  )

/** The menu that a part of the template names, or an empty text. */
function menuOf(sections: readonly Section[], component: string): string {
  const menu = sections.find((section) => section.component === component)?.settings.menu
  return typeof menu === 'string' || typeof menu === 'number' ? String(menu) : ''
}

/** With the link that the law wants on every page, in the last column. Directive 2011/83/EU Art. 11a. */
function withLegalLinks(footer: MenuLink[], { channel }: Storefront): MenuLink[] {
  if (!channel.withdrawal_days) return footer
  const { label = 'Legal', url = '', children = [] } = footer.at(-1) ?? {}
  const link = { label: 'Withdraw from contract here', url: '/withdraw' }
  return [...footer.slice(0, -1), { label, url, children: [...children, link] }]
}

/** Empty without a menu, or if it was deleted. */
async function readMenu(api: Api, id: string): Promise<MenuLink[]> {
  if (!id) return []
  const reply = await api.content.menu({ id })
  return reply.status === 'success' ? reply.data.items.map(toMenuLink) : []
}

const toTopLink = ({ image: _image, children, ...link }: MenuLink): TopMenuLink =>
  children ? { ...link, hasChildren: true } : link
