import type { PluginForm } from '#contract/form.ts'

const email: PluginForm['fields'][number] = {
  id: 1,
  name: 'email',
  label: 'Email address',
  type: 'email',
  is_required: true,
  placeholder: '',
  options: null,
  rules: { max: 120 },
  width: 12,
}

export const newsletterForm = ({
  consent_text,
  submit_label,
}: {
  consent_text: string
  submit_label: string
}): PluginForm => ({
  name: 'Newsletter',
  description: '',
  consent: consent_text,
  submit_label,
  submit_path: '/api/plugins/emailSubscription/subscribe',
  prefill: [],
  fields: [email],
})

/** The page that the mailed link opens. Opening it changes nothing, because programs open links too. */
export const confirmationForm = (): PluginForm => ({
  name: 'Confirm your subscription',
  description: 'Press the button to receive our newsletter.',
  submit_label: 'Confirm subscription',
  submit_path: '/api/plugins/emailSubscription/confirm',
  prefill: ['email', 'token'],
  fields: [],
})
