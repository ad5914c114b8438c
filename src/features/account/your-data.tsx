import { useState } from 'react'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'
import { formAction, type PostedForm } from '#contract/posted-form.ts'
import { leaveSession } from '#features/auth/session.ts'
import { navigate } from '#pages/navigate.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import form from './form.module.css'
import { ProveDialog } from './prove-dialog.tsx'
import css from './your-data.module.css'

type Props = {
  account: Account
  /** The form of this page that was sent without JavaScript. */
  posted: PostedForm | null
}

/** Export and deletion of the customer's data. Security §19. */
export function YourData({ account, posted }: Props) {
  const [confirming, setConfirming] = useState<'download' | 'delete'>()
  const prover = {
    hasPassword: account.has_password,
    phone: account.phone,
    onClose: () => setConfirming(undefined),
  }
  return (
    <>
      <Panel
        title="Download your data"
        intro="Your profile, addresses, orders, wishlist, reviews, consents and access log, in one JSON file."
      >
        <div>
          <Button look="secondary" data-scripts-only="" onClick={() => setConfirming('download')}>
            Download my data
          </Button>
        </div>
        <div className={form.withoutScripts}>
          <p>The download needs JavaScript. You can also ask us to send you the file.</p>
        </div>
      </Panel>
      <Panel title="Delete your account" intro="This cannot be undone.">
        <ul className={css.consequences}>
          <li>Your profile, addresses, wishlist and carts are erased, and you are signed out everywhere.</li>
          <li>
            As required by law, we keep your orders without your name, contact and address. Orders on their
            way will still be delivered.
          </li>
          <li>Download your data and invoices first if you need them.</li>
        </ul>
        <div>
          <Button look="secondary" data-scripts-only="" onClick={() => setConfirming('delete')}>
            Delete my account
          </Button>
        </div>
        <div className={form.withoutScripts}>
          {account.has_password ? (
            <form method="post" action={formAction('delete-account')} className={form.form}>
              <PasswordField
                label="Password"
                name="password"
                autoComplete="current-password"
                required
                error={posted?.errors.password}
              />
              <Button type="submit" look="secondary">
                Delete my account
              </Button>
            </form>
          ) : (
            <p>
              Deleting the account needs JavaScript, because a code confirms it’s you. You can also ask us to
              delete it.
            </p>
          )}
        </div>
      </Panel>
      {confirming === 'download' && (
        <ProveDialog
          {...prover}
          title="Download your data"
          intro="The file contains personal data, so please confirm it’s you."
          action="Download"
          onProved={async () => {
            const refusal = await download()
            if (refusal === undefined) setConfirming(undefined)
            return refusal
          }}
        />
      )}
      {confirming === 'delete' && (
        <ProveDialog
          {...prover}
          title="Delete your account?"
          intro="This permanently deletes your account. Please confirm it’s you."
          action="Delete my account"
          onProved={remove}
        />
      )}
    </>
  )
}

/** @returns the error message, if it failed */
async function download(): Promise<string | undefined> {
  const reply = await api.account.export({}, { silent: true })
  if (reply.status === 'error') return reply.message
  const file = new Blob([JSON.stringify(reply.data, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `my-data-${reply.data.exported_at.slice(0, 10)}.json`
  link.click()
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** @returns the error message, if it failed */
async function remove(): Promise<string | undefined> {
  const reply = await api.account.deleteAccount({}, { silent: true })
  if (reply.status === 'error') return reply.message
  leaveSession()
  navigate('/', { replace: true })
}
