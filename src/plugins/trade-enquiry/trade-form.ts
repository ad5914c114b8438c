import type { PluginForm } from '#contract/form.ts'

const field = (
  id: number,
  name: string,
  label: string,
  more: Partial<PluginForm['fields'][number]> = {},
): PluginForm['fields'][number] => ({
  id,
  name,
  label,
  type: 'text',
  is_required: false,
  placeholder: '',
  options: null,
  rules: { max: 120 },
  width: 6,
  ...more,
})

const kinds = ['Shop', 'Café or restaurant', 'Hotel', 'Interior design', 'Corporate gifts', 'Other']

/** The form of the page and of the call. */
export const tradeForm = {
  name: 'Trade enquiry',
  description: '',
  submit_label: 'Send enquiry',
  submit_path: '/api/plugins/TradeEnquiry/submit',
  prefill: ['product_id', 'product', 'quantity'],
  fields: [
    field(1, 'company', 'Company', { is_required: true }),
    field(2, 'name', 'Contact person', { is_required: true }),
    field(3, 'email', 'Email address', { type: 'email', is_required: true }),
    field(4, 'phone', 'Mobile number', { type: 'phone', is_required: true, rules: {} }),
    field(5, 'kind', 'Kind of business', {
      type: 'select',
      options: kinds.map((value) => ({ value, label: value })),
      rules: {},
    }),
    // As it is typed: stored without spaces, in capitals.
    field(6, 'gstin', 'GSTIN', {
      rules: { pattern: '[0-9]{2} ?[A-Za-z]{5} ?[0-9]{4} ?[A-Za-z] ?[1-9A-Za-z] ?[Zz] ?[0-9A-Za-z]' },
    }),
    field(7, 'product', 'Product', { rules: { max: 200 } }),
    field(8, 'quantity', 'Approximate quantity', {
      type: 'number',
      rules: { integer: true, min: 1, max: 1_000_000 },
    }),
    field(9, 'pincode', 'Delivery pincode', { rules: { pattern: '[1-9][0-9]{5}' } }),
    field(10, 'message', 'What do you need?', {
      type: 'textarea',
      is_required: true,
      rules: { min: 5, max: 2_000 },
      width: 12,
    }),
  ],
} satisfies PluginForm
