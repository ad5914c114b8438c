import { useNavigate } from 'react-router'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { readEntries } from '../parts/read-entries.ts'
import { FoundExport } from '../resource/export-link.tsx'
import { useSession } from '../session-context.ts'
import { CustomerEntry, enteredCustomer } from './customer-entry.tsx'

/** Beside the heading of the list: the export of what it finds, and a new customer. */
export function CustomerTools() {
  const { may } = useSession()
  const navigate = useNavigate()
  return (
    <>
      <FoundExport path="/api/admin/customers/export" permission="customers.read" />
      {may('customers.write') && (
        <ActionDialog
          label="New customer"
          title="New customer"
          submit="Create"
          onSubmit={async (form) => {
            const { data } = await api.adminCustomers.create(readEntries(form, enteredCustomer))
            navigate(`/customers/${data.id}/show`)
          }}
        >
          {(errors) => <CustomerEntry errors={errors} />}
        </ActionDialog>
      )}
    </>
  )
}
