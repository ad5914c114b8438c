import type { GroupName } from '#contract/routes.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'

/** What the calls of a group are about. */
const descriptions: Record<GroupName | 'channelChoice', string> = {
  base: 'The shop as a program: its address, its health, and the daily sign of life of a browser.',
  storefront: 'Appearance and state of the shop, its password, and the cookie preferences of a visitor.',
  channelChoice: 'The choice between channels, which differ in currency, prices and country.',
  settings: 'Settings of the shop, countries with their states, and the fields of an address.',
  content: 'Pages, their templates, menus and sliders, as merchants build them.',
  form: 'Forms of the page builder, such as the contact form.',
  product: 'Products, the listings of categories and collections, and the filters of a listing.',
  category: 'The category tree.',
  tag: 'Tags of products.',
  shop: 'The listing of all products, or of one super-category.',
  search: 'Suggestions while typing, and search results as a listing.',
  cart: 'The cart of a visitor. It belongs to the logged-in customer, otherwise to the browser by its cookie `cart_session`. A reply is the whole cart; a refusal has the unchanged one in `data`.',
  delivery: 'Cost and days of delivery before there is an address.',
  checkout: 'From cart to paid order: place it, pay it, read it by its token.',
  auth: 'Login by password or by code, registration, and a forgotten password.',
  passkeys: 'Passkeys: register one, list and remove them, log in with one.',
  account: 'Profile, password, contacts, sessions and the data of the logged-in customer.',
  address: 'The address book of the logged-in customer.',
  track: 'Orders and parcels for visitors with a code, a link or a waybill.',
  orders: 'Orders of a customer, or of a guest with the token of the order: invoice, cancellation, return.',
  plugins: 'Active plugins, their public configuration and what they add to pages.',
  blog: 'Posts of the blog.',
  faq: 'Questions and answers.',
}

const descriptionsByName: Readonly<Record<string, string>> = descriptions

/** The tags of the document in the order of the operations; those of a plugin are described by its name. */
export function tagsOf(operations: readonly Operation[]) {
  const plugins = new Map(operations.map(({ group, plugin }) => [group, plugin]))
  return [...plugins].map(([name, plugin]) => ({
    name,
    description: plugin
      ? `Calls of the plugin ${plugin}. They answer 404 \`PLUGIN_INACTIVE\` while it is not active.`
      : descriptionsByName[name],
  }))
}
