import { useId, useState } from 'react'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import type { ResourceFormProps } from '#admin/resource/resource.ts'
import type { CollectionValues } from '#contract/admin/catalog/collections.ts'
import css from './collection-form.module.css'
import type { EditedRules } from './condition-fields.ts'
import { RuleEditor } from './rule-editor.tsx'

const searchFields = ['meta_title', 'meta_description']
const emptyRules: EditedRules = { match: 'all', conditions: [], sort: 'newest', excluded: [] }

/** The fields of a collection; its products are chosen by hand or by rules. */
export default function CollectionForm(props: ResourceFormProps<Partial<CollectionValues>>) {
  const { schema, value, errors, readOnly, onChange } = props
  const { properties = {}, required = [] } = schema
  const rules: EditedRules | null = value.rules ?? null
  const headingId = useId()
  // A change to the other choice and back keeps the rules.
  const [lastRules, setLastRules] = useState(rules ?? emptyRules)
  if (rules && rules !== lastRules) setLastRules(rules)

  const fields = (names: readonly string[], changed: Record<string, object> = {}) => (
    <SchemaForm
      schema={{
        ...schema,
        properties: Object.fromEntries(
          names.map((name) => [name, { ...properties[name], ...changed[name] }]),
        ),
        required: required.filter((name) => names.includes(name)),
      }}
      value={Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))}
      errors={Object.fromEntries(
        Object.entries(errors).filter(([path]) => names.includes(path.split('.')[0] ?? '')),
      )}
      readOnly={readOnly}
      onChange={(next) => onChange({ ...value, ...next })}
    />
  )
  const others = Object.keys(properties).filter(
    (name) => name !== 'rules' && name !== 'products' && !searchFields.includes(name),
  )

  return (
    <>
      {fields(others)}
      <section className={screen.card} aria-labelledby={headingId}>
        <h2 id={headingId}>Products</h2>
        <fieldset className={css.choice} disabled={readOnly}>
          <legend className="visually-hidden">How products are chosen</legend>
          <Choice
            name={headingId}
            label="Chosen by hand"
            help="In the order that you give them."
            isChosen={!rules}
            onChoose={() => onChange({ ...value, rules: null })}
          />
          <Choice
            name={headingId}
            label="By rules"
            help="Products enter and leave by themselves when they change."
            isChosen={rules !== null}
            onChoose={() => onChange({ ...value, rules: lastRules })}
          />
        </fieldset>
        {rules ? (
          <RuleEditor
            rules={rules}
            products={value.products ?? []}
            errors={errors}
            readOnly={readOnly}
            onChange={(next) => onChange({ ...value, rules: next })}
          >
            {fields(['products'], {
              products: {
                title: 'Products that come first',
                description: 'Also those that do not meet the rules.',
              },
            })}
          </RuleEditor>
        ) : (
          fields(['products'])
        )}
      </section>
      {fields(searchFields)}
    </>
  )
}

type ChoiceProps = { name: string; label: string; help: string; isChosen: boolean; onChoose: () => void }

const Choice = ({ name, label, help, isChosen, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span>
      {label}
      <small>{help}</small>
    </span>
  </label>
)
