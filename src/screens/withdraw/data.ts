import type { Api } from '#contract/client.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { EU_WITHDRAWAL_DAYS, withdrawalForm, withdrawalInstructions } from '#contract/rules/withdrawal.ts'
import { notFound } from '#pages/outcome.ts'
import { optional, required } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** The withdrawal from a contract, open to everyone, in two steps and without scripts. Directive 2011/83/EU Art. 11a; ADR 0033. */
export const withdraw = defineScreen({
  visitor: true,
  async load(request) {
    const [storefront, settings] = await Promise.all([
      optional(request.api.storefront.all(), null),
      required(
        request.api.settings.get({ keys: ['store_name', 'store_address', 'store_email', 'store_phone'] }),
      ),
    ])
    const locale = storefront?.channel.locale ?? 'en'
    const facts = {
      days: storefront?.channel.withdrawal_days ?? EU_WITHDRAWAL_DAYS,
      name: settings.store_name ?? '',
      address: settings.store_address ?? '',
      email: settings.store_email ?? '',
      phone: settings.store_phone ?? '',
    }
    return {
      view: {
        place: { locale, timeZone: timeZoneOf(locale) },
        right: { instructions: withdrawalInstructions(facts), form: withdrawalForm(facts) },
        ...(await step(request)),
      },
    }
  },
  meta: () => ({ title: 'Withdraw from contract', robots: 'noindex', bodyClass: 'withdraw' }),
})

async function step(request: LoadRequest<Api>) {
  const { api, url } = request
  const token = url.searchParams.get('statement')
  if (token) {
    const reply = await api.withdrawal.statement({ token: token.slice(0, 100) })
    if (reply.status === 'error') notFound()
    return { kind: 'stated' as const, ...reply.data }
  }
  const posted = readPostedForm(request)
  const { order_no = '', input = '', name = '', content = '' } = posted?.values ?? {}
  const isConfirming = posted?.sentTo !== undefined || posted?.form === 'confirm-withdrawal'
  if (!isConfirming) {
    const { is_offered } = await required(api.withdrawal.order({}))
    if (!is_offered) notFound()
    return start(posted, order_no || (url.searchParams.get('order_no') ?? '').slice(0, 60))
  }
  const reply = await api.withdrawal.order({ order_no, input })
  if (reply.status === 'error')
    return start(posted && { ...posted, errors: firstOf(reply.errors), message: null }, order_no)
  if (!reply.data.is_offered) notFound()
  return {
    kind: 'confirm' as const,
    order: reply.data.order,
    entered: { order_no, input, name, content },
    posted,
  }
}

const start = (posted: PostedForm | null, order_no: string) => ({ kind: 'start' as const, posted, order_no })

const firstOf = (errors: Record<string, string[]> = {}) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [field, first]))
