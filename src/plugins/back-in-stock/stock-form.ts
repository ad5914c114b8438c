import type { PluginForm } from '#contract/form.ts'

export const FORM_SLUG = 'back-in-stock'

/** Shown at the product, and on a page of its own to browsers without scripts. */
export const stockForm = ({
  consent_text,
  submit_label,
}: {
  consent_text: string
  submit_label: string
}): PluginForm => ({
  name: 'Back in stock',
  description: '',
  consent: consent_text,
  submit_label,
  submit_path: '/api/product/notify-me',
  prefill: ['product_id'],
  fields: [
    {
      id: 1,
      name: 'email',
      label: 'Email address',
      type: 'email',
      is_required: true,
      placeholder: '',
      options: null,
      rules: { max: 120 },
      width: 12,
    },
  ],
})
