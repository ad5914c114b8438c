import { useState } from 'react'
import { refusal } from '#admin/api.ts'
import { FieldsForm, useCustomFields } from '#admin/fields/custom-fields.tsx'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryChoice, EntryField, EntrySelect, EntryText, optionsOf } from '#admin/parts/entry-field.tsx'
import { parseAmount, useCurrencyDigits } from '#admin/parts/money-entry.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { useSession } from '#admin/session-context.ts'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { stockReasons } from '#contract/rules/stock-names.ts'
import { LocationEntry } from './location-entry.tsx'
import { readStockRules, StockRuleFields } from './stock-rules.tsx'
import { taxClassLabels, useProductOptions } from './use-product-options.ts'

export type BulkProps = { many: string; start: (action: BatchAction) => Promise<void> }
type Errors = Record<string, string[]>

const stockChanges = { by: 'Change by', to: 'Set to' } as const

/** The pieces of all variations that count stock, with a reason. */
export function ChangeStock({ many, start }: BulkProps) {
  const [change, setChange] = useState<keyof typeof stockChanges>('by')
  const { data: options } = useProductOptions()
  const locations = options?.locations ?? []
  return (
    <ActionDialog
      label="Stock"
      title={`Stock of ${many}`}
      submit="Change the stock"
      look="secondary"
      onSubmit={(form) =>
        start({
          type: 'stock',
          change,
          ...readEntries(form, {
            pieces: entry.number,
            location_id: entry.optionalNumber,
            reason: entry.oneOf(keysOf(stockReasons)),
            note: entry.text,
          }),
        })
      }
    >
      {(errors) => (
        <>
          <EntryChoice label="Change" value={change} options={stockChanges} onChoose={setChange} />
          <EntryField
            label="Pieces of each variation"
            name="pieces"
            type="number"
            step={1}
            required
            hint={
              change === 'by' ? 'For example 12, or -2.' : 'What is for sale of each variation afterwards.'
            }
            errors={errors['action.pieces']}
          />
          {locations.length > 0 && (
            <LocationEntry locations={locations} name="location_id" errors={errors['action.location_id']} />
          )}
          <EntrySelect label="Reason" name="reason">
            {optionsOf(stockReasons)}
          </EntrySelect>
          <EntryField label="Note (optional)" name="note" errors={errors['action.note']} />
          <p>You can undo this afterwards.</p>
        </>
      )}
    </ActionDialog>
  )
}

const details = {
  tax: 'Tax class and HSN code',
  cost: 'Cost of one',
  stock_rules: 'Stock rules',
  search_texts: 'Texts for search engines',
  custom_fields: 'A custom field',
} as const

/** What all chosen products get the same of. */
export function ChangeDetails({ many, start }: BulkProps) {
  const [type, setType] = useState<keyof typeof details>('tax')
  const [values, setValues] = useState<FieldValues>({})
  const fields = useCustomFields('product')
  const { currency } = useSession().session.shop
  const unit = 10 ** useCurrencyDigits()
  const { custom_fields, ...always } = details
  const actionOf = (form: HTMLFormElement): BatchAction => {
    if (type === 'tax')
      return { type, ...readEntries(form, { tax_class: entry.text, hsn_code: entry.trimmed }) }
    if (type === 'cost') return { type, cost: readCost(form, unit) }
    if (type === 'stock_rules') return { type, rules: readStockRules(form) }
    if (type === 'custom_fields') return { type, values }
    return { type, ...readEntries(form, { meta_title: entry.trimmed, meta_description: entry.trimmed }) }
  }
  return (
    <ActionDialog
      label="Details"
      title={`Details of ${many}`}
      submit="Change"
      look="secondary"
      onClose={() => setValues({})}
      onSubmit={(form) => start(actionOf(form))}
    >
      {(errors) => (
        <>
          <EntryChoice
            label="What to change"
            value={type}
            options={fields.length > 0 ? { ...always, custom_fields } : always}
            onChoose={setType}
          />
          {type === 'tax' && <TaxFields errors={errors} />}
          {type === 'cost' && (
            <EntryField
              label={`Cost of one in ${currency}`}
              name="cost"
              inputMode="decimal"
              autoComplete="off"
              hint="Of each variation. Empty removes it. Shoppers never see it."
              errors={errors.cost ?? errors['action.cost']}
            />
          )}
          {type === 'stock_rules' && (
            <>
              <p>They become those of all their variations.</p>
              <StockRuleFields errors={errors} path="action.rules" />
            </>
          )}
          {type === 'search_texts' && <SearchTextFields errors={errors} />}
          {type === 'custom_fields' && (
            <FieldEntry fields={fields} values={values} errors={errors} onChange={setValues} />
          )}
        </>
      )}
    </ActionDialog>
  )
}

/** Minor units; null for an empty entry. */
function readCost(form: HTMLFormElement, unit: number): number | null {
  const { cost: text } = readEntries(form, { cost: entry.trimmed })
  const cost = parseAmount(text, unit)
  if (text !== '' && cost === null)
    throw refusal('Enter an amount, such as 150', { cost: ['Enter an amount, such as 150'] })
  return cost
}

function TaxFields({ errors }: { errors: Errors }) {
  const { data: options } = useProductOptions()
  return (
    <>
      <EntrySelect label="Tax class" name="tax_class" errors={errors['action.tax_class']}>
        {optionsOf(taxClassLabels(options?.tax_classes ?? []))}
      </EntrySelect>
      <EntryField
        label="HSN code (optional)"
        name="hsn_code"
        inputMode="numeric"
        maxLength={8}
        hint="Empty leaves the code of each product."
        errors={errors['action.hsn_code']}
      />
    </>
  )
}

const SearchTextFields = ({ errors }: { errors: Errors }) => (
  <>
    <EntryField
      label="Page title"
      name="meta_title"
      maxLength={200}
      hint="{name}, {brand} and {category} become those of each product: {name} by {brand}. Empty leaves the present title."
      errors={errors['action.meta_title']}
    />
    <EntryText
      label="Page description"
      name="meta_description"
      maxLength={400}
      hint="As above. Empty leaves the present description."
      errors={errors['action.meta_description']}
    />
  </>
)

type FieldEntryProps = Pick<Parameters<typeof FieldsForm>[0], 'fields' | 'errors'> & {
  values: FieldValues
  onChange: (values: FieldValues) => void
}

function FieldEntry({ fields, values, errors, onChange }: FieldEntryProps) {
  const [first] = fields
  const key = Object.keys(values)[0] ?? first?.key ?? ''
  const labels = Object.fromEntries(fields.map((field) => [field.key, field.label]))
  return (
    <>
      <EntryChoice
        label="Field"
        value={key}
        options={labels}
        onChoose={(chosen) => onChange({ [chosen]: null })}
      />
      <FieldsForm
        key={key}
        fields={fields.filter((field) => field.key === key)}
        value={values}
        errors={errors}
        at="action.values"
        readOnly={false}
        onChange={onChange}
      />
      <p>An empty value clears the field.</p>
    </>
  )
}
