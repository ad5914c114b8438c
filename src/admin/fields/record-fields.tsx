import type { RecordFields } from '#contract/admin/settings/custom-fields.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { RecordNotices } from '../parts/record-notices.tsx'
import { recordStyles, screenStyles as screen } from '../parts/styles.ts'
import { useRecordEditor } from '../parts/use-record-editor.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { FieldsForm } from './custom-fields.tsx'

type Props = { owner: 'customer' | 'order'; id: number; canWrite: boolean }

/** The custom fields of a record that has no form of its own, as a card with its button. Nothing where its kind has none. */
export default function RecordFieldsCard(props: Props) {
  const { owner, id } = props
  const { data } = useAnswer(
    queryKeys.record(`${owner} fields`, id),
    (signal) =>
      owner === 'order'
        ? api.adminCustomFields.ofOrder({ id }, signal)
        : api.adminCustomFields.ofCustomer({ id }, signal),
    // A later reading would replace what is being typed; a second editor is found when saving.
    { refetchOnWindowFocus: false, gcTime: 0 },
  )
  if (!data || data.fields.length === 0) return null
  return <Card key={id} record={data} {...props} />
}

function Card({ owner, id, canWrite, record }: Props & { record: RecordFields }) {
  const editor = useRecordEditor<FieldValues, RecordFields>({
    name: `${owner}-fields/${id}`,
    record,
    valuesOf: ({ values }) => values,
    fields: record.fields.map(({ key }) => key),
    canWrite,
    write: (values, { version } = record) => {
      const input = { id, version, values }
      return owner === 'order'
        ? api.adminCustomFields.saveOrder(input)
        : api.adminCustomFields.saveCustomer(input)
    },
  })
  const labels = Object.fromEntries(record.fields.map(({ key, label }) => [key, label]))
  return (
    <section className={recordStyles.card}>
      <h2>Custom fields</h2>
      <RecordNotices editor={editor} labelOf={(field) => ownValue(labels, field) ?? field} />
      <form noValidate onSubmit={editor.submit}>
        <FieldsForm
          fields={record.fields}
          value={editor.values}
          errors={editor.errors}
          at="values"
          readOnly={!canWrite}
          onChange={editor.setValues}
        />
        {editor.isDirty && (
          <div className={screen.buttons}>
            <Button type="submit" isBusy={editor.isBusy}>
              Save fields
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}
