import type { LineDiscount } from '#contract/admin/orders.ts'
import { refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { parseAmount, useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useSession } from '../session-context.ts'
import { useAddressForm } from './address-entries.tsx'
import type { Chosen } from './order-entries.tsx'
import { DiscountFields, readMeasure } from './staff-discount.tsx'

type AddProps = { lines: readonly Chosen[]; onAdd: (line: Chosen) => void }

/** Adds a line that is no product: a service, or a single piece. */
export function AddCustomLine({ lines, onAdd }: AddProps) {
  const { currency } = useSession().session.shop
  const unit = 10 ** useCurrencyDigits()
  const classes = useAddressForm()?.tax_classes ?? []

  async function add(form: HTMLFormElement) {
    const { name, quantity, price, tax_class, hsn_code } = readEntries(form, {
      ...{ name: entry.trimmed, quantity: entry.number, price: entry.trimmed },
      ...{ tax_class: entry.text, hsn_code: entry.trimmed },
    })
    const amount = parseAmount(price, unit)
    const errors = {
      ...(name === '' && { name: ['Please enter a name'] }),
      ...(!(Number.isInteger(quantity) && quantity > 0) && { quantity: ['Enter a number from 1'] }),
      ...(amount === null && { price: ['Enter an amount such as 150'] }),
      ...(!/^(\d{4,8})?$/.test(hsn_code) && { hsn_code: ['Use 4 to 8 digits'] }),
    }
    if (amount === null || Object.keys(errors).length > 0)
      throw refusal('The given data was invalid.', errors)
    onAdd({
      ...{ name, quantity, sku: '', stock: null, price: { amount, currency } },
      // As the server counts them: below zero.
      variation_id: Math.min(0, ...lines.map(({ variation_id }) => variation_id)) - 1,
      custom: { tax_class, hsn_code },
    })
  }

  return (
    <ActionDialog
      label="Custom line"
      look="secondary"
      title="Add a custom line"
      submit="Add the line"
      onSubmit={add}
    >
      {(errors) => (
        <>
          <p>For what is not in the catalog, such as a service. It is not counted in stock.</p>
          <EntryField label="Name" name="name" maxLength={200} autoComplete="off" errors={errors.name} />
          <EntryField
            label="Quantity"
            name="quantity"
            type="number"
            min={1}
            max={9999}
            defaultValue={1}
            errors={errors.quantity}
          />
          <EntryField
            label="Price of one"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            errors={errors.price}
          />
          <EntrySelect label="Tax class" name="tax_class" errors={errors.tax_class}>
            {classes.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </EntrySelect>
          <EntryField
            label="HSN or SAC code (optional)"
            name="hsn_code"
            inputMode="numeric"
            maxLength={8}
            autoComplete="off"
            errors={errors.hsn_code}
          />
        </>
      )}
    </ActionDialog>
  )
}

type DiscountProps = { line: Chosen; onChange: (discount: LineDiscount | undefined) => void }

/** Takes something off one line, with a reason for staff; an empty entry takes it back. */
export function DiscountLine({ line, onChange }: DiscountProps) {
  const unit = 10 ** useCurrencyDigits()
  const { name, discount } = line

  async function save(form: HTMLFormElement) {
    const { off, reason } = readEntries(form, { off: entry.trimmed, reason: entry.trimmed })
    if (off === '') return onChange(undefined)
    const measure = readMeasure(off, unit, 'off')
    if (reason === '') throw refusal('The given data was invalid.', { reason: ['Please enter the reason'] })
    onChange({ ...measure, reason })
  }

  return (
    <ActionDialog
      label={discount ? 'Change discount' : 'Discount'}
      look="quiet"
      title={`Discount on ${name}`}
      submit="Save"
      onSubmit={save}
    >
      {(errors) => (
        <DiscountFields
          label="Off this line"
          names={{ off: 'off', reason: 'reason' }}
          off={discount && textOf(discount, unit)}
          reason={discount?.reason}
          errors={errors}
        />
      )}
    </ActionDialog>
  )
}

const textOf = ({ amount, percent }: LineDiscount, unit: number) =>
  percent > 0 ? `${percent}%` : String(amount / unit)

/** What is taken off a line, as a list shows it. */
export function DiscountText({ line: { discount, price } }: { line: Chosen }) {
  const { money } = useFormat()
  if (!discount) return null
  const { amount, percent, reason } = discount
  return (
    <small>
      Discount {percent > 0 ? `${percent}%` : money({ ...price, amount })}: {reason}
    </small>
  )
}
