import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { Button } from '#ui/button.tsx'
import { accountApi } from './account-api.ts'
import { Panel } from './panel.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import css from './your-data.module.css'

type Props = { account: Account }

/** All that the shop keeps of a customer: as a file, or not at all. Security §19. */
export function YourData({ account }: Props) {
  const [wish, setWish] = useState<'download' | 'delete'>()
  const prover = {
    hasPassword: account.has_password,
    phone: account.phone,
    onClose: () => setWish(undefined),
  }
  return (
    <>
      <Panel
        title="Download your data"
        intro="Your profile, addresses, orders, wishlist, reviews, consents and access log, in one JSON file."
      >
        <div>
          <Button look="secondary" onClick={() => setWish('download')}>
            Download my data
          </Button>
        </div>
      </Panel>
      <Panel title="Delete your account" intro="This cannot be undone.">
        <ul className={css.told}>
          <li>Your profile, addresses, wishlist and carts are erased, and you are signed out everywhere.</li>
          <li>
            Orders stay in our books, as the law wants it, without your name, contact and address. Orders on
            their way still reach you.
          </li>
          <li>Download your data and your invoices first, if you may need them.</li>
        </ul>
        <div>
          <Button look="secondary" onClick={() => setWish('delete')}>
            Delete my account
          </Button>
        </div>
      </Panel>
      {wish === 'download' && (
        <ProveDialog
          {...prover}
          title="Download your data"
          intro="The file holds personal things, so please confirm that it is you."
          action="Download"
          onProved={async () => {
            const refusal = await download()
            if (refusal === undefined) setWish(undefined)
            return refusal
          }}
        />
      )}
      {wish === 'delete' && (
        <ProveDialog
          {...prover}
          title="Delete your account?"
          intro="This erases your account for good. Please confirm that it is you."
          action="Delete my account"
          onProved={remove}
        />
      )}
    </>
  )
}

/** @returns why not */
async function download(): Promise<string | undefined> {
  const reply = await accountApi.export({}, { silent: true })
  if (reply.status === 'error') return reply.message
  const file = new Blob([JSON.stringify(reply.data, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `my-data-${reply.data.exported_at.slice(0, 10)}.json`
  link.click()
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** @returns why not */
async function remove(): Promise<string | undefined> {
  const reply = await accountApi.deleteAccount({}, { silent: true })
  if (reply.status === 'error') return reply.message
  // Nothing of the customer stays in this tab.
  location.assign('/')
}
