import { useNavigate } from 'react-router'
import type { CustomerDetail } from '#contract/admin/customers/customers.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { saveFile } from '../parts/download-link.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { recordStyles as css } from '../parts/styles.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { CustomerEntry, enteredCustomer } from './customer-entry.tsx'

export type CustomerProps = { customer: CustomerDetail; onChange: (customer: CustomerDetail) => void }

/** What staff do for a customer. A guest has no logins to block and no password to reset. */
export function CustomerActions({ customer, onChange }: CustomerProps) {
  const navigate = useNavigate()
  const { run, onRefused } = useRecordActions(onChange)
  const { id, email, phone } = customer
  const confirm = email ?? phone ?? String(id)
  return (
    <div className={css.actions}>
      <ActionDialog
        label="Edit"
        title="Name and contact"
        submit="Save"
        look="secondary"
        onRefused={onRefused}
        onSubmit={(form) =>
          run(
            api.adminCustomers.edit({ id, version: customer.version, ...readEntries(form, enteredCustomer) }),
          )
        }
      >
        {(errors) => <CustomerEntry present={customer} errors={errors} />}
      </ActionDialog>
      {!customer.is_guest && <LoginActions customer={customer} onChange={onChange} />}
      <ActionDialog
        label="Export data"
        title="Export all data of this customer?"
        submit="Download"
        look="secondary"
        onSubmit={async () => {
          const { data } = await api.adminCustomers.exportData({ id })
          saveFile(`customer-${id}.json`, 'application/json', JSON.stringify(data, null, 2))
        }}
      >
        <p>For a request of theirs. The file contains personal data: hand it only to the customer.</p>
      </ActionDialog>
      <ActionDialog
        label="Erase"
        title="Erase this customer?"
        submit="Erase for good"
        look="quiet"
        onSubmit={async (form) => {
          const entries = readEntries(form, { confirm: entry.text })
          const { message } = await api.adminCustomers.erase({ id, ...entries })
          showMessage(message ?? 'Erased')
          navigate('/customers')
        }}
      >
        {(errors) => (
          <>
            <p>On their request. Orders stay without personal fields. This cannot be undone.</p>
            <EntryField
              label={`Enter ${confirm} to confirm`}
              name="confirm"
              autoComplete="off"
              errors={errors.confirm}
            />
          </>
        )}
      </ActionDialog>
    </div>
  )
}

function LoginActions({ customer: { id, email, is_blocked }, onChange }: CustomerProps) {
  const { run } = useRecordActions(onChange)
  return (
    <>
      <ActionDialog
        label="Send reset link"
        title={`Send ${email ?? 'the customer'} a reset link?`}
        submit="Send"
        look="secondary"
        onSubmit={async () => showMessage((await api.adminCustomers.sendReset({ id })).message ?? 'Sent')}
      >
        <p>With it they set a new password within 60 minutes.</p>
      </ActionDialog>
      {is_blocked ? (
        <ActionDialog
          label="Unblock"
          title="Unblock this customer?"
          submit="Unblock"
          look="secondary"
          onSubmit={() => run(api.adminCustomers.unblock({ id }))}
        >
          <p>They can log in again.</p>
        </ActionDialog>
      ) : (
        <ActionDialog
          label="Block"
          title="Block this customer?"
          submit="Block"
          look="secondary"
          onSubmit={() => run(api.adminCustomers.block({ id }))}
        >
          <p>Their sessions end and they cannot log in. Orders are delivered as before.</p>
        </ActionDialog>
      )}
    </>
  )
}
