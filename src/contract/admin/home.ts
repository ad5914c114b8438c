import { z } from 'zod'
import { defineEndpoints } from '../define-endpoints.ts'
import { Id, Image, Money } from '../shapes.ts'
import { MissedSearch } from './catalog/missed-searches.ts'
import { HomeCards } from './home-cards.ts'
import { permissions } from './permissions.ts'
import type { AdminRoutes } from './routes.ts'

const Figures = z.object({ sales: Money, orders: z.int(), average: Money })

/** The first-run checklist, in its order. */
export const setupSteps = [
  'store_name',
  'store_facts',
  'logo',
  'product',
  'delivery',
  'payment',
  'mail',
  'tax',
  'policies',
  'second_factor',
  'no_demo',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** Of the orders and carts of 30 days; the rate is null without carts. */
const Conversion = z.object({ orders: z.int(), carts: z.int(), rate: z.number().nullable() })

export const Home = z.object({
  /** Since midnight of the shop's time zone, and the same hours of the day before. */
  today: Figures,
  yesterday: Figures,
  /** The last 30 days with today, and the 30 days before. */
  month: Figures,
  previous_month: Figures,
  /** How many carts became orders. ADR 0044. */
  conversion: Conversion,
  previous_conversion: Conversion,
  /** Empty when nothing is left to do, and for staff who may not read settings. */
  setup: z.array(z.object({ step: z.enum(setupSteps), is_done: z.boolean() })),
  /** One entry per day, oldest first; `previous` is the day 30 days earlier. In minor units. */
  days: z.array(z.object({ day: z.iso.date(), sales: z.int(), orders: z.int(), previous: z.int() })),
  /** What waits for staff; an entry with 0 is left out by the screen. */
  to_do: z.object({
    to_pack: z.int(),
    to_ship: z.int(),
    payments_to_confirm: z.int(),
    refunds_requested: z.int(),
    /** Orders whose refund no gateway carries out. */
    to_pay_back: z.int(),
    /** Orders with a note that names the caller, which they have not seen to. */
    notes_for_me: z.int(),
    to_review: z.int(),
    failed_messages: z.int(),
    form_messages: z.int(),
    imports_with_errors: z.int(),
    low_stock: z.int(),
  }),
  low_stock: z.array(z.object({ id: Id, product_id: Id, name: z.string(), sku: z.string(), stock: z.int() })),
  /** By units sold in the last 30 days. */
  best_sellers: z.array(
    z.object({ name: z.string(), slug: z.string(), units: z.int(), sales: Money, image: Image.nullable() }),
  ),
})
export type Home = z.infer<typeof Home>

const HomeSales = Home.pick({
  today: true,
  yesterday: true,
  month: true,
  previous_month: true,
  conversion: true,
  previous_conversion: true,
  days: true,
})
export type HomeSales = z.infer<typeof HomeSales>

/** What waits for staff in records of a plugin; linked to its screen for roles with the permission. */
export const PluginToDo = z.object({
  label: z.string(),
  count: z.int(),
  /** Below `/admin`. */
  path: z.string(),
  permission: z.enum(permissions),
})
export type PluginToDo = z.infer<typeof PluginToDo>

export const HomeWithPlugins = Home.extend({
  to_do_of_plugins: z.array(PluginToDo),
  /** The most frequent ones of 30 days that nothing answers yet; empty for staff who may not read the catalog. */
  missed_searches: z.array(MissedSearch),
})
export type HomeWithPlugins = z.infer<typeof HomeWithPlugins>

export const HomeLayout = z.object({
  /** In their order, also those that the caller has no permission for. */
  cards: HomeCards,
  is_standard: z.boolean(),
  version: z.string(),
})
export type HomeLayout = z.infer<typeof HomeLayout>

/** The code of a channel; without it the default one. */
const input = z.object({ channel: z.string().max(32).optional() })
const read = { access: 'staff', permission: 'home.read', whileLocked: true } as const

export const adminHomeEndpoints = defineEndpoints<AdminRoutes['adminHome']>()({
  get: {
    summary: 'Sales of today and of the last 30 days in one channel, what is to do, and best sellers',
    input,
    data: HomeWithPlugins,
    ...read,
  },
  setup: {
    summary: 'The first-run checklist',
    input: z.object({}),
    data: HomeWithPlugins.pick({ setup: true }),
    ...read,
    permission: 'settings.read',
  },
  sales: {
    summary: 'Sales and conversion of today and of the last 30 days in one channel',
    input,
    data: HomeSales,
    ...read,
  },
  toDo: {
    summary: 'What waits for staff, counted',
    input: z.object({}),
    data: HomeWithPlugins.pick({ to_do: true, to_do_of_plugins: true }),
    ...read,
  },
  bestSellers: {
    summary: 'The products with the most units sold in the last 30 days in one channel',
    input,
    data: HomeWithPlugins.pick({ best_sellers: true }),
    ...read,
  },
  lowStock: {
    summary: 'The variations with the fewest pieces in stock',
    input: z.object({}),
    data: HomeWithPlugins.pick({ low_stock: true }),
    ...read,
  },
  missedSearches: {
    summary: 'The most frequent searches of 30 days that nothing answers yet',
    input: z.object({}),
    data: HomeWithPlugins.pick({ missed_searches: true }),
    ...read,
    permission: 'catalog.read',
  },
  layout: {
    summary: 'The cards of the home screen as the caller arranged them',
    input: z.object({}),
    data: HomeLayout,
    ...read,
  },
  saveLayout: {
    summary: 'Arranges the home screen of the caller; null is the standard arrangement',
    input: z.object({ cards: HomeCards.nullable(), version: z.string().max(40) }),
    data: HomeLayout,
    refusals: ['STALE_RECORD'],
    ...read,
  },
  hideSetup: {
    summary: 'Hides steps of the first-run checklist for all staff',
    input: z.object({ steps: z.array(z.enum(setupSteps)).min(1).max(setupSteps.length) }),
    data: z.object({}),
    access: 'staff',
    permission: 'settings.write',
    whileLocked: true,
  },
})
