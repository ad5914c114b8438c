import { lazy } from 'react'
import type { ChannelRow } from '#contract/admin/settings/channels.ts'
import type { CustomFieldRow } from '#contract/admin/settings/custom-fields.ts'
import type { PaymentMethodRow, ShippingMethodRow, TaxRateRow } from '#contract/admin/settings/delivery.ts'
import type { RedirectRow } from '#contract/admin/settings/redirects.ts'
import { countryName } from '#contract/rules/locale.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { defineResource } from '../resource/define-resource.tsx'

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const fieldTypeNames: Record<CustomFieldRow['type'], string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  boolean: 'Yes or no',
  file: 'Picture',
  reference: 'Link to a record',
}
const shared = {
  group: 'Settings',
  permission: 'settings.read',
  writePermission: 'settings.write',
} as const

export const screens: readonly AdminScreen[] = [
  {
    name: 'settings',
    label: 'Store settings',
    icon: 'settings',
    group: 'Settings',
    permission: 'settings.read',
    list: lazy(() => import('./store-settings-screen.tsx')),
    letter: 's',
  },
  {
    name: 'modes',
    label: 'Availability',
    icon: 'store',
    group: 'Settings',
    permission: 'settings.read',
    list: lazy(() => import('./modes-screen.tsx')),
  },
  {
    name: 'appearance',
    label: 'Appearance',
    icon: 'palette',
    group: 'Appearance',
    permission: 'settings.read',
    list: lazy(() => import('./appearance-screen.tsx')),
  },
  {
    name: 'plugins',
    label: 'Plugins',
    icon: 'plug',
    group: 'Plugins',
    permission: 'settings.read',
    list: lazy(() => import('./plugin-list.tsx')),
    show: lazy(() => import('./plugin-screen.tsx')),
  },
  defineResource<ShippingMethodRow>({
    name: 'shipping-methods',
    label: 'Shipping',
    one: 'shipping method',
    icon: 'truck',
    ...shared,
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'code', label: 'Code' },
      { name: 'channel', label: 'Channel' },
      { name: 'rates', label: 'Rates', isNumber: true },
      { name: 'is_active', label: 'Offered', show: ({ is_active }) => yesNo(is_active) },
    ],
    sort: { field: 'sort_order', order: 'ASC' },
    searches: 'Name of the method',
    values: async () => (await import('#contract/admin/settings/delivery.ts')).ShippingMethodValues,
    form: () => import('./shipping-method-form.tsx'),
    nameOf: ({ name }) => String(name),
  }),
  defineResource<PaymentMethodRow>({
    name: 'payment-methods',
    label: 'Payment',
    one: 'payment method',
    icon: 'card',
    ...shared,
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'gateway', label: 'Provider', show: ({ gateway, code }) => gateway ?? `unknown (${code})` },
      { name: 'channel', label: 'Channel' },
      { name: 'keys', label: 'Keys', show: keysOf },
      { name: 'is_active', label: 'Offered', show: ({ is_active }) => yesNo(is_active) },
    ],
    sort: { field: 'sort_order', order: 'ASC' },
    values: async () => (await import('#contract/admin/settings/delivery.ts')).PaymentMethodValues,
    form: () => import('./payment-method-form.tsx'),
    nameOf: ({ name }) => String(name),
    canAdd: false,
    canDelete: false,
  }),
  defineResource<TaxRateRow>({
    name: 'tax-rates',
    label: 'Taxes',
    one: 'tax rate',
    icon: 'receipt',
    ...shared,
    columns: [
      { name: 'tax_class', label: 'Tax class', isSortable: true },
      { name: 'country', label: 'Country', show: ({ country }) => countryName(country) },
      { name: 'name', label: 'Name' },
      { name: 'percent', label: 'Percent', isNumber: true },
      { name: 'products', label: 'Products', isNumber: true },
    ],
    sort: { field: 'tax_class', order: 'ASC' },
    searches: 'Tax class',
    values: async () => (await import('#contract/admin/settings/delivery.ts')).TaxRateValues,
    nameOf: ({ country, tax_class }) => [countryName(String(country)), tax_class].filter(Boolean).join(', '),
  }),
  defineResource<RedirectRow>({
    name: 'redirects',
    label: 'Redirects',
    one: 'redirect',
    icon: 'redirect',
    ...shared,
    columns: [
      { name: 'from_path', label: 'From', isSortable: true },
      { name: 'to_path', label: 'To' },
      { name: 'code', label: 'Kind' },
      { name: 'hits', label: 'Used', isSortable: true, isNumber: true },
    ],
    sort: { field: 'from_path', order: 'ASC' },
    searches: 'Part of an address',
    values: async () => (await import('#contract/admin/settings/redirects.ts')).RedirectValues,
    nameOf: ({ from_path }) => String(from_path),
  }),
  defineResource<CustomFieldRow>({
    name: 'custom-fields',
    label: 'Custom fields',
    one: 'custom field',
    icon: 'file',
    ...shared,
    columns: [
      { name: 'label', label: 'Name', isSortable: true, below: ({ key }) => key },
      { name: 'owner', label: 'Of', show: ({ owner }) => capitalized(owner) },
      { name: 'type', label: 'Type', show: ({ type }) => fieldTypeNames[type] },
      { name: 'shown', label: 'Shoppers', show: ({ shown }) => yesNo(shown.length > 0) },
      { name: 'is_filterable', label: 'Filter', show: ({ is_filterable }) => yesNo(is_filterable) },
    ],
    filters: [
      {
        name: 'owner',
        label: 'Fields of',
        options: ['product', 'variation', 'category', 'customer', 'order', 'page'].map((owner) => ({
          value: owner,
          label: capitalized(owner),
        })),
      },
    ],
    sort: { field: 'position', order: 'ASC' },
    searches: 'Name or key of the field',
    about:
      'Fields of your own for products, variations, categories, customers, orders and pages. What shoppers choose between, such as size or colour, is an attribute.',
    values: async () => (await import('#contract/custom-fields.ts')).FieldDefinition,
    form: () => import('./custom-field-form.tsx'),
    nameOf: ({ label }) => String(label),
  }),
  defineResource<ChannelRow>({
    name: 'channels',
    label: 'Channels',
    one: 'channel',
    icon: 'globe',
    ...shared,
    columns: [
      { name: 'name', label: 'Name', isSortable: true },
      { name: 'country', label: 'Country', show: ({ country }) => countryName(country) },
      { name: 'currency', label: 'Currency' },
      { name: 'locale', label: 'Language' },
      { name: 'host', label: 'Host' },
      { name: 'is_active', label: 'Open', show: ({ is_active }) => yesNo(is_active) },
      { name: 'is_default', label: 'Default', show: ({ is_default }) => yesNo(is_default) },
    ],
    sort: { field: 'name', order: 'ASC' },
    about:
      'Each channel has a country, a currency, a language, taxes, prices, shipping and payment of its own. A product without a price in a channel is not sold there. Shoppers choose a channel in the footer while “Several channels” of the store settings is on, or come to its host.',
    values: async () => (await import('#contract/admin/settings/channels.ts')).ChannelValues,
    form: () => import('./channel-form.tsx'),
    nameOf: ({ name }) => String(name),
    isInSession: true,
  }),
  {
    name: 'services',
    label: 'Services',
    icon: 'key',
    group: 'Settings',
    permission: 'services.write',
    list: lazy(() => import('./service-list.tsx')),
    words: 'keys payment Stripe Razorpay mail SMTP SMS Twilio MSG91',
  },
  {
    name: 'mails',
    label: 'E-mails',
    icon: 'mail',
    group: 'Settings',
    permission: 'settings.read',
    list: lazy(() => import('./mail-list.tsx')),
    show: lazy(() => import('./mail-screen.tsx')),
  },
  {
    name: 'system',
    label: 'System',
    icon: 'activity',
    group: 'Settings',
    permission: 'settings.write',
    list: lazy(() => import('./system-screen.tsx')),
  },
]

/** Keys are entered under Services, or set in the environment. */
function keysOf({ keys }: PaymentMethodRow): string {
  if (keys.length === 0) return 'None needed'
  return keys.every(({ is_set }) => is_set) ? 'Set' : `Missing: ${keys.map(({ name }) => name).join(', ')}`
}
