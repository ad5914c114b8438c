import type { ResourceRow } from './resource-row.ts'

const rate = {
  country: 'IN',
  state: '',
  postcode_prefix: '56',
  from_weight_g: 0,
  to_weight_g: 5_000,
  from_goods: 0,
  price: 9_900,
  free_from: null,
}
const method = {
  channel: 'india',
  free_from: null,
  days_added: 1,
  is_active: true,
  sort_order: 9,
  rates: [rate],
}

const channel = {
  country: 'IN',
  locale: 'en-IN',
  is_default: false,
  is_tax_included: true,
  delivery_tax: { type: 'highest' },
}

const field = {
  owner: 'product',
  key: 'fabric',
  help: '',
  type: 'choice',
  is_required: false,
  is_several: false,
  min: null,
  max: null,
  mask: '',
  refers_to: null,
  shown: ['page', 'api'],
  is_filterable: true,
  position: 3,
}

export const settingsResources: readonly ResourceRow[] = [
  {
    path: 'redirects',
    type: 'redirect',
    tables: ['redirects'],
    files: ['src/server/content/redirects/editing/write-redirect.ts'],
    values: { from_path: '/old-page', to_path: '/about', match: 'exact', code: 301 },
    changed: { from_path: '/older', to_path: 'https://shop.example/new', match: 'prefix', code: 308 },
    refused: [{ from_path: '/loop', to_path: '/loop', match: 'exact', code: 301 }, 'to_path'],
  },
  {
    path: 'shipping-methods',
    type: 'shipping_method',
    tables: ['shipping_methods', 'shipping_rates'],
    files: ['src/server/commerce/checkout/editing/shipping-methods.ts'],
    values: { name: 'By bicycle', code: 'bicycle', price: 5_000, ...method },
    changed: { name: 'By bike', code: 'bike', price: 0, ...method, rates: [] },
    refused: [
      { name: 'By bike', code: 'bike', price: 0, ...method, rates: [{ ...rate, country: 'ZZ' }] },
      'rates.0.country',
    ],
  },
  {
    path: 'custom-fields',
    type: 'custom_field',
    tables: ['custom_fields', 'custom_field_choices'],
    files: ['src/server/shop/custom-fields/editing/definitions.ts'],
    values: { ...field, label: 'Fabric', choices: [{ label: 'Linen', value: 'linen' }] },
    changed: {
      ...field,
      label: 'Material',
      help: 'What it is made of',
      is_several: true,
      choices: [
        { label: 'Cotton', value: 'cotton' },
        { label: 'Linen', value: 'linen' },
      ],
    },
    refused: [{ ...field, label: 'Fabric', choices: [] }, 'choices'],
  },
  {
    path: 'channels',
    type: 'channel',
    tables: ['channels'],
    files: ['src/server/commerce/checkout/editing/manage-channels.ts'],
    values: { name: 'Nepal', code: 'np', host: '', currency: 'NPR', is_active: true, ...channel },
    changed: {
      name: 'Nepal',
      code: 'nepal',
      host: 'np.example',
      currency: 'INR',
      is_active: false,
      ...channel,
    },
    refused: [
      { name: 'Nepal', code: 'np', host: '', currency: 'XQX', is_active: true, ...channel },
      'currency',
    ],
  },
  {
    path: 'tax-rates',
    type: 'tax_rate',
    tables: ['tax_rates'],
    files: ['src/server/commerce/checkout/editing/tax-rates.ts'],
    values: { country: 'IN', tax_class: 'gst-test', name: 'GST', percent: 12.5 },
    changed: { country: 'IN', tax_class: 'gst-tested', name: 'GST', percent: 18 },
    refused: [{ country: 'ZZ', tax_class: 'gst-test', name: 'GST', percent: 12 }, 'country'],
  },
]
