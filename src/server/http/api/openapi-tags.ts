import type { AdminGroupName } from '#contract/admin/routes.ts'
import type { GroupName } from '#contract/routes.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'

/** What the calls of a group are about. */
const descriptions: Record<GroupName | AdminGroupName | 'channelChoice' | 'withdrawal', string> = {
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
  withdrawal: 'The withdrawal from a contract: stated without a login, acknowledged at once.',
  orders: 'Orders of a customer, or of a guest with the token of the order: invoice, cancellation, return.',
  plugins: 'Active plugins, their public configuration and what they add to pages.',
  blog: 'Posts of the blog.',
  faq: 'Questions and answers.',
  adminSession:
    'The signed-in member of staff, or the person for whom a key acts, and their own passkeys, password and authenticator app.',
  adminHome: 'The figures and tasks of the home screen.',
  adminReports:
    'Sales, customers, returns, carts and stock over a range of days, also as CSV. They are exact to the order.',
  adminSearch: 'One search over orders, products, customers, pages and settings.',
  adminOrders:
    'Orders from payment to delivery: find, pack, ship, cancel, change, exchange, refund, take by phone. An action needs the `version` of the order.',
  adminCouriers: 'Couriers: rates, bookings with their labels, pick-ups.',
  adminStaff: 'Members of staff, for owners.',
  adminStaffRoles: 'Roles and their permissions, for owners.',
  adminApiKeys: 'API keys, for owners. A key cannot manage keys.',
  adminAudit: 'What staff, keys, the command line and jobs changed.',
  adminBrands: 'Brands of products.',
  adminEconomicOperators: 'Manufacturers, packers, importers and responsible persons that products name.',
  adminProducts: 'Products with their variations, prices, pictures and stock.',
  adminProductBatches:
    'Changes of many products as one job, with progress, refused products and undo of prices.',
  adminProductImports: 'Imports of product files: upload, read the report, apply.',
  adminStockLocations: 'Locations with stock of their own, and the rule which of them an order leaves.',
  adminStockTransfers: 'Transfers of stock between locations.',
  adminCategories: 'The category tree.',
  adminCollections: 'Collections of products, by hand or by rules.',
  adminAttributes: 'Attributes and their values, which variations and filters are made of.',
  adminLabels: 'Labels on the pictures of products.',
  adminTags: 'Tags of products.',
  adminSearchSynonyms: 'Words that the search of the shop treats as the same.',
  adminSearchRules: 'Products that a search shows first or hides, and where it leads.',
  adminMissedSearches: 'What shoppers searched for and did not find.',
  adminPages: 'Pages of the page builder: drafts, publications and their history.',
  adminBlogPosts: 'Posts of the blog.',
  adminMedia: 'Pictures of the media library.',
  adminVideos: 'Videos of the media library, uploaded in parts.',
  adminSubmissions: 'What visitors sent through forms, and the answers.',
  adminMenus: 'Menus of header and footer.',
  adminFaqs: 'Questions and answers.',
  adminForms: 'Forms of pages, with their fields.',
  adminSliders: 'Sliders of pages.',
  adminBlogAuthors: 'Authors of the blog.',
  adminBlogCategories: 'Categories of the blog.',
  adminBlogTags: 'Tags of the blog.',
  adminCustomers: 'Customers with and without an account: find, change, tag, merge, export, block, erase.',
  adminCustomerSegments: 'Saved conditions of the list of customers, and their groups.',
  adminConsentRecords: 'What visitors allowed about cookies, as evidence.',
  adminPromotions:
    'Promotions: what the shop takes off carts by itself or for a code, with a preview and results.',
  adminPriceLists: 'Lists of other prices of goods in a channel, for a time.',
  adminCoupons: 'Coupons and their single-use codes.',
  adminSettings: 'Settings by group, and files of the appearance.',
  adminAppearance: 'The draft of the appearance, its publication, its versions and the themes.',
  adminPlugins: 'Installed plugins and their configuration.',
  adminRedirects: 'Redirects of old addresses.',
  adminShippingMethods: 'Shipping methods with their prices and regions.',
  adminTaxRates: 'Tax rates by class and region.',
  adminPaymentMethods: 'Payment methods: texts, limits, fees and the state of their keys.',
  adminChannels: 'Sales channels with their currency, country and payment methods.',
  adminCustomFields: 'Custom fields of products, variations, categories, customers, orders and pages.',
  adminMails: 'Texts of the mails that the shop sends.',
  adminServices: 'Keys of payment companies, couriers, the shared cache, mail and SMS, for owners.',
  adminDemoData: 'What a demo shop came with, and its removal.',
  adminSystem: 'The state of the running shop, and messages that could not be sent.',
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
