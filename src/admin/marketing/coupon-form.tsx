import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CouponCodes } from '#contract/admin/marketing/coupons.ts'
import { api } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'

/** The rules of a coupon, above its single-use codes; of such a code its switch alone. */
export default function CouponForm({ id, ...form }: ResourceFormProps) {
  const { data: codes } = useAnswer(
    queryKeys.couponCodes(id),
    (signal) => api.adminCoupons.codes({ id: id ?? 0 }, signal),
    { enabled: id !== undefined },
  )
  if (codes?.parent) return <SingleUseCode {...form} parent={codes.parent} />
  return (
    <>
      <SchemaForm {...form} />
      {id !== undefined && codes && (
        <Codes id={id} codes={codes} prefix={String(form.value.code ?? '')} readOnly={form.readOnly} />
      )}
    </>
  )
}

type SingleUseProps = Omit<ResourceFormProps, 'id'> & { parent: NonNullable<CouponCodes['parent']> }

/** A code can be switched on and off; its other values are those of its coupon. */
function SingleUseCode({ parent, schema, value, onChange, ...form }: SingleUseProps) {
  return (
    <>
      <p className={screen.help}>
        This code can be used once. Its rules are those of{' '}
        <Link to={`/coupons/${parent.id}/show`}>{parent.code}</Link>.
      </p>
      <SchemaForm
        {...form}
        schema={{ ...schema, properties: { is_active: schema.properties?.is_active }, required: [] }}
        value={{ is_active: value.is_active }}
        onChange={({ is_active }) => onChange({ ...value, is_active })}
      />
    </>
  )
}

type CodesProps = { id: number; codes: CouponCodes; prefix: string; readOnly: boolean }

function Codes({ id, codes: { total, used }, prefix, readOnly }: CodesProps) {
  const queryClient = useQueryClient()
  const { count } = useFormat()

  async function create(form: HTMLFormElement) {
    const entries = readEntries(form, { prefix: entry.text, count: entry.number })
    const { data, message } = await api.adminCoupons.createCodes({ id, ...entries })
    queryClient.setQueryData(queryKeys.couponCodes(id), data)
    showMessage(message ?? 'Codes created')
  }

  return (
    // React passes the dialog's submit event on to the form of the coupon, which must not save for it.
    <section
      className={screen.card}
      aria-labelledby="coupon-codes"
      onSubmit={(event) => event.stopPropagation()}
    >
      <h2 id="coupon-codes">Single-use codes</h2>
      <p className={screen.help}>
        Each code can be used once, follows the rules above and is not listed in the cart. Switch this coupon
        off to accept only its single-use codes; let it end to stop them all.
      </p>
      <p role="status">
        {total === 0
          ? 'No codes yet'
          : `${count(total)} ${total === 1 ? 'code' : 'codes'}, ${count(used)} used`}
      </p>
      <div className={screen.buttons}>
        {!readOnly && (
          <ActionDialog
            label="Create codes"
            title="Create single-use codes"
            submit="Create"
            look="secondary"
            onSubmit={create}
          >
            {(errors) => (
              <>
                <EntryField
                  label="Number of codes"
                  name="count"
                  type="number"
                  min={1}
                  max={1000}
                  defaultValue={100}
                  hint="At most 1,000 at once."
                  errors={errors.count}
                />
                <EntryField
                  label="Prefix (optional)"
                  name="prefix"
                  defaultValue={prefix.slice(0, 20)}
                  maxLength={20}
                  hint="Ten random letters and digits follow it."
                  errors={errors.prefix}
                />
              </>
            )}
          </ActionDialog>
        )}
        {total > 0 && (
          <>
            <Link to={`/coupons?filter=${encodeURIComponent(JSON.stringify({ parent_id: id }))}`}>
              Show codes
            </Link>
            {!readOnly && (
              <DownloadLink href={`/api/admin/coupons/${id}/codes/export`}>Export as CSV</DownloadLink>
            )}
          </>
        )}
      </div>
    </section>
  )
}
