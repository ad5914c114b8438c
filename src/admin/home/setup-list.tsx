import { Link } from 'react-router'
import type { SetupStep } from '#contract/admin/home.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { AdminIcon as Icon } from '../parts/admin-icon.tsx'
import { showMessage } from '../parts/messages.tsx'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './home-screen.module.css'

const steps: Record<SetupStep, { label: string; help: string; to: string }> = {
  store_name: {
    label: 'Name your store',
    help: 'Shown in the header, in mails and on invoices.',
    to: '/settings?group=store',
  },
  store_facts: {
    label: 'Enter your address and e-mail',
    help: 'Address, state and e-mail: shown to shoppers, and taxes depend on the state.',
    to: '/settings?group=store',
  },
  logo: {
    label: 'Upload a logo',
    help: 'Shown in the header instead of the name.',
    to: '/appearance?group=branding',
  },
  product: { label: 'Add a product', help: 'With pictures, a price and stock.', to: '/products/create' },
  delivery: {
    label: 'Choose how you deliver',
    help: 'Methods and prices by region and weight.',
    to: '/shipping-methods',
  },
  payment: { label: 'Choose how you are paid', help: 'At least one payment method.', to: '/payment-methods' },
  mail: {
    label: 'Set up your mail server',
    help: 'Without it no confirmation and no sign-in code is sent. Online payments are set up there too.',
    to: '/services',
  },
  tax: { label: 'Check your taxes', help: 'A rate for each tax class of your products.', to: '/tax-rates' },
  policies: {
    label: 'Write your policies',
    help: 'Terms and conditions, privacy policy, shipping and returns.',
    to: '/pages',
  },
  second_factor: {
    label: 'Protect the owner’s sign-in',
    help: 'Every owner needs an authenticator app or a passkey.',
    to: '/account',
  },
  no_demo: {
    label: 'Remove the demo data',
    help: 'Products, orders, customers, posts and pictures that came with the demo shop.',
    to: '/system',
  },
}

/** The first-run checklist. Empty once everything is done or hidden, and until it is read. */
export function SetupList() {
  const { may } = useSession()
  const { data, refetch } = useAnswer(queryKeys.home('setup'), (signal) => api.adminHome.setup({}, signal), {
    refetchInterval: 60_000,
  })
  const { setup = [] } = data ?? {}
  if (setup.length === 0) return null
  const open = setup.filter(({ is_done }) => !is_done)

  async function hide(chosen: readonly SetupStep[]) {
    try {
      await api.adminHome.hideSetup({ steps: [...chosen] })
      await refetch()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showMessage(error.message, 'bad')
    }
  }

  return (
    <section className={css.card} aria-labelledby="setup">
      <div className={css.cardHeader}>
        <h2 id="setup">Set up your shop</h2>
        <span>
          {setup.length - open.length} of {setup.length} done
        </span>
        {may('settings.write') && (
          <Button look="quiet" onClick={() => void hide(open.map(({ step }) => step))}>
            Hide all
          </Button>
        )}
      </div>
      <progress
        className={css.progress}
        aria-label="Steps done"
        value={setup.length - open.length}
        max={setup.length}
      />
      <ul className={css.setup}>
        {open.map(({ step }) => (
          <li key={step}>
            <div>
              <Link to={steps[step].to}>{steps[step].label}</Link>
              <small>{steps[step].help}</small>
            </div>
            {may('settings.write') && (
              <button
                type="button"
                className={css.hide}
                aria-label={`Hide “${steps[step].label}”`}
                onClick={() => void hide([step])}
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
