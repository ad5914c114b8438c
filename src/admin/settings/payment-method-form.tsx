import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PaymentMethodRow } from '#contract/admin/settings/delivery.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { queryKeys } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'
import { useSession } from '../session-context.ts'
import css from './payment-method-form.module.css'

/** The texts and limits of a payment method, below the state of its keys. */
export default function PaymentMethodForm({ id, ...form }: ResourceFormProps) {
  const { data: method } = useQuery({
    queryKey: queryKeys.paymentKeys(id),
    queryFn: async ({ signal }) =>
      (await api.adminPaymentMethods.list({ per_page: 100 }, signal)).data.data.find(
        (one) => one.id === id,
      ) ?? null,
  })
  return (
    <>
      {method && (method.keys.length > 0 || method.can_check) && <Keys method={method} />}
      <SchemaForm {...form} />
    </>
  )
}

type Outcome = { tone: 'good' | 'bad'; text: string }

function Keys({ method: { id, gateway, keys, can_check } }: { method: PaymentMethodRow }) {
  const { may } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function check() {
    setBusy(true)
    setOutcome(undefined)
    try {
      const { result } = (await api.adminPaymentMethods.check({ id })).data
      setOutcome(outcomes(gateway ?? 'The payment company', keys.length > 0)[result])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setOutcome({ tone: 'bad', text: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={css.keys} aria-labelledby="payment-keys">
      <h2 id="payment-keys">Keys</h2>
      {keys.length === 0 ? (
        <p>{gateway} needs no keys.</p>
      ) : (
        <>
          <dl>
            {keys.map(({ name, is_set }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{is_set ? 'Set ••••••••' : 'Not set'}</dd>
              </div>
            ))}
          </dl>
          <p>
            {may('services.write') ? (
              <Link to="/services">Enter or change them under Services</Link>
            ) : (
              'An owner enters them under Services'
            )}
            , unless the server’s environment sets them.
          </p>
        </>
      )}
      {can_check && may('settings.write') && (
        <Button look="secondary" isBusy={isBusy} onClick={check}>
          Test connection
        </Button>
      )}
      <p role="status" data-tone={outcome?.tone}>
        {outcome?.text}
      </p>
    </section>
  )
}

const outcomes = (name: string, hasKeys: boolean): Record<'works' | 'refused' | 'unreachable', Outcome> => ({
  works: { tone: 'good', text: `${name} answered${hasKeys ? ' and accepts the keys' : ''}.` },
  refused: {
    tone: 'bad',
    text: `${name} refused the keys. Check them under Services, or in the server’s environment.`,
  },
  unreachable: { tone: 'bad', text: `${name} could not be reached. Try again in a few minutes.` },
})
